import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { owner } from '#web/testing/account.ts'
import { badGateway, fail, held, offline } from '#web/testing/fake-server.ts'
import { dialog, fill, openPage, server } from '#web/testing/open-page.tsx'

const none = () => ({ items: [] })
const breathing = {
  id: '0b0c7a86-6f3c-4f3e-9a54-0d6a4a4d6c01',
  title: 'Breathing',
  url: 'https://example.org/',
  description: null,
  createdAt: '2030-01-01T08:00:00.000Z',
  addedBy: 'Robin Hale',
}

test('the resources page reports failures to load and can be reloaded', async () => {
  const { reply, release } = held(badGateway)
  const user = openPage('/resources', { resources: { list: reply, listDeleted: none } })
  expect(await screen.findByText('Loading resources...')).toBeInTheDocument()
  release()
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load resources: Unknown error')
  server.reply({ resources: { list: offline } })
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText(/Attend cannot be reached right now\./)).toBeInTheDocument()
  server.reply({ resources: { list: () => ({ items: [breathing], hasMore: false }) } })
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(await screen.findByRole('button', { name: 'Delete Breathing' })).toBeInTheDocument()
})

test('if a resource cannot be added or deleted, the page shows the reason and keeps the input and the card', async () => {
  const user = openPage('/resources', {
    resources: {
      list: () => ({ items: [breathing], hasMore: false }),
      listDeleted: none,
      add: badGateway,
      delete: badGateway,
    },
  })
  const title = await screen.findByLabelText(/^Title/)
  await fill(user, title, 'Sleep diary')
  await fill(user, screen.getByLabelText(/^URL/), 'https://example.org/')
  await user.click(screen.getByRole('button', { name: 'Add Resource' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to add resource')
  expect(title).toHaveValue('Sleep diary')
  await user.click(await screen.findByRole('button', { name: 'Delete Breathing' }))
  expect(await screen.findByText('Failed to delete resource')).toBeInTheDocument()
  expect(await screen.findByRole('button', { name: 'Delete Breathing' })).toBeInTheDocument()
})

test('the resources page reports that a resource was deleted in another tab, and leads back to the current list', async () => {
  const user = openPage('/resources', {
    resources: {
      list: () => ({ items: [breathing], hasMore: false }),
      listDeleted: none,
      update: () => fail('resource_missing'),
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Edit Breathing' }))
  const edit = await dialog('Edit Resource')
  server.reply({ resources: { list: () => ({ items: [], hasMore: false }) } })
  await user.click(edit.getByRole('button', { name: 'Save Changes' }))
  expect(await edit.findByRole('alert')).toHaveTextContent(
    'This resource was deleted. For 30 days, ‘Recently deleted’ can restore it.',
  )
  await user.click(edit.getByRole('button', { name: 'Cancel' }))
  await vi.waitFor(() => expect(screen.getByRole('heading', { name: 'Shared links' })).toHaveFocus())
  expect(screen.queryByRole('button', { name: 'Edit Breathing' })).toBeNull()
})

test('if a resource was changed elsewhere, its form keeps the text, and opens again with the current data', async () => {
  const updated = vi.fn(() => fail('resource_conflict'))
  const user = openPage('/resources', {
    resources: { list: () => ({ items: [breathing], hasMore: false }), listDeleted: none, update: updated },
  })
  await user.click(await screen.findByRole('button', { name: 'Edit Breathing' }))
  const edit = await dialog('Edit Resource')
  await fill(user, edit.getByLabelText(/^Description/), 'Five minutes.')
  const current = { ...breathing, description: 'For beginners.' }
  server.reply({ resources: { list: () => ({ items: [current], hasMore: false }) } })
  await user.click(edit.getByRole('button', { name: 'Save Changes' }))
  expect(await edit.findByRole('alert')).toHaveTextContent(
    'This resource was changed elsewhere in the meantime. Copy your text, then open the resource again to see the changes.',
  )
  const { id: resourceId, title, url, description } = breathing
  const before = { title, url, description }
  expect(updated).toHaveBeenCalledWith({ resourceId, before, title, url, description: 'Five minutes.' })
  expect(edit.getByLabelText(/^Description/)).toHaveValue('Five minutes.')
  expect(await screen.findByText('For beginners.')).toBeInTheDocument()
  await user.click(edit.getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(await screen.findByRole('button', { name: 'Edit Breathing' }))
  expect((await dialog('Edit Resource')).getByLabelText(/^Description/)).toHaveValue('For beginners.')
})

test('if two resources are deleted at the same time, the focus moves to a remaining resource', async () => {
  const items = ['Helpline', 'Grounding', 'Breathing'].map((title, at) => ({
    ...breathing,
    id: breathing.id.replace(/1$/, String(at)),
    title,
  }))
  const { reply } = held(() => items[0] ?? breathing)
  openPage('/resources', {
    resources: { list: () => ({ items, hasMore: false }), listDeleted: none, delete: reply },
  })
  const deletion = (title: string) => screen.getByRole('button', { name: `Delete ${title}` })
  await screen.findByRole('button', { name: 'Delete Helpline' })
  // There is no pause between the key presses, so both cards are still on the page.
  deletion('Grounding').click()
  expect(deletion('Breathing')).toHaveFocus()
  deletion('Breathing').click()
  expect(deletion('Helpline')).toHaveFocus()
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Delete Breathing' })).toBeNull())
  expect(deletion('Helpline')).toHaveFocus()
})

test('the focus stays in the list of deleted resources when one is restored', async () => {
  const deleted = { ...breathing, deletedAt: '2030-01-02T12:00:00.000Z' }
  const user = openPage('/resources', {
    resources: {
      list: () => ({ items: [], hasMore: false }),
      listDeleted: () => ({ items: [deleted] }),
      restore: () => {
        server.reply({ resources: { listDeleted: none } })
        return breathing
      },
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Recently deleted' }))
  const part = await dialog('Recently deleted')
  await user.click(await part.findByRole('button', { name: 'Restore Breathing' }))
  await vi.waitFor(() => expect(part.queryByRole('button', { name: 'Restore Breathing' })).toBeNull())
  expect(await part.findByText('Nothing was deleted in the last 30 days.')).toBeInTheDocument()
  expect(document.activeElement).toContainElement(part.getByText('Nothing was deleted in the last 30 days.'))
  expect(document.body).not.toHaveFocus()
})

test('the resources page shows that the user has no organization', async () => {
  const refused = () => fail('resources_no_organization')
  openPage('/resources', {
    accounts: { me: () => ({ ...owner, organization: null }) },
    resources: { list: refused, listDeleted: refused },
  })
  expect(await screen.findByRole('alert')).toHaveTextContent('You are not a member of any organization.')
  expect(screen.queryByRole('button', { name: 'Add Resource' })).toBeNull()
  expect(screen.queryByText(/Failed to load resources/)).toBeNull()
})

test('the resources page explains that the membership ended while the page was open', async () => {
  const refused = () => fail('resources_no_organization')
  const user = openPage('/resources', { resources: { list: refused, listDeleted: refused, add: refused } })
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load resources: User or organization not found')
  await fill(user, screen.getByLabelText(/^Title/), 'Sleep diary')
  await fill(user, screen.getByLabelText(/^URL/), 'https://example.org/')
  await user.click(screen.getByRole('button', { name: 'Add Resource' }))
  expect(await screen.findByText(/^User or organization not found$/)).toBeInTheDocument()
})
