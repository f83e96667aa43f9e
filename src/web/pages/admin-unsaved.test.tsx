import { act, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { hasUnsavedWork } from '#web/identity/unsaved-work.ts'
import { adminClient, adminUser, platformAdmin, practice } from '#web/testing/admin.ts'
import { dialog, fill, openPage, type Part, server } from '#web/testing/open-page.tsx'

const nothing = () => ({ items: [], total: 0, isTotalExact: true })
const question = () => dialog('Unsaved changes')
const isAsked = () => screen.queryByRole('dialog', { name: 'Unsaved changes' }) !== null

function openAdmin(path: string): UserEvent {
  return openPage(path, {
    accounts: { me: () => platformAdmin },
    admin: {
      listUsers: nothing,
      listOrganizations: nothing,
      listClients: nothing,
      getUser: () => adminUser,
      getOrganization: () => practice,
      getClient: () => adminClient,
      therapists: () => [],
      justify: () => ({ accessUntil: adminClient.accessUntil }),
    },
  })
}

const closings: [string, (user: UserEvent, details: Part) => Promise<void>][] = [
  ['Escape', (user) => user.keyboard('{Escape}')],
  ['Cancel', (user, details) => user.click(details.getByRole('button', { name: 'Cancel' }))],
  ['the close button', (user, details) => user.click(details.getByRole('button', { name: 'Close' }))],
]

async function writeReason() {
  const user = openAdmin(`/admin/clients?open=${adminClient.id}`)
  const details = await dialog('Client Administrative Details')
  const field = await details.findByLabelText(/^Access justification/)
  await fill(user, field, 'Ticket 12')
  return { user, details, field }
}

describe('a reason for opening a record', () => {
  test.each(closings)('a reason for opening a record is lost by %s only after a confirmation', async (_, close) => {
    const { user, details, field } = await writeReason()
    await close(user, details)
    const asked = await question()
    expect(asked.getByText('Your changes to this reason are not saved yet.')).toBeInTheDocument()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(isAsked()).toBe(false))
    expect(field).toHaveValue('Ticket 12')
    expect(hasUnsavedWork()).toBe(true)
    await close(user, details)
    await user.click((await question()).getByRole('button', { name: 'Discard changes' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(hasUnsavedWork()).toBe(false)
    expect(window.location.search).toBe('')
  })

  test('a dialog closes without a confirmation after the reason for opening the record was accepted', async () => {
    const { user, details } = await writeReason()
    await user.click(details.getByRole('button', { name: 'Confirm' }))
    await user.click(await details.findByRole('button', { name: 'Edit' }))
    await user.click(details.getByRole('button', { name: 'Cancel' }))
    await user.click(await details.findByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

const forms: [string, string, string, string, RegExp][] = [
  ['user', `/admin/users?open=${adminUser.id}`, 'User Details', 'Edit User', /^Clinic Name/],
  ['organization', `/admin/organizations?open=${practice.id}`, 'Organization Details', 'Edit Organization', /^Name/],
]

describe.each(forms)('changes in the %s form of the admin panel', (what, path, title, edit, label) => {
  async function change() {
    const user = openAdmin(path)
    const details = await dialog(title)
    await user.click(await details.findByRole('button', { name: edit }))
    await fill(user, details.getByLabelText(label), 'Harbor')
    return { user, details }
  }

  test.each(closings)(
    `in the admin panel, changes in the ${what} form are lost by %s only after a confirmation`,
    async (by, close) => {
      const { user, details } = await change()
      await close(user, details)
      const asked = await question()
      expect(asked.getByText(`Your changes to this ${what} are not saved yet.`)).toBeInTheDocument()
      await user.click(asked.getByRole('button', { name: 'Keep editing' }))
      await waitFor(() => expect(isAsked()).toBe(false))
      expect(details.getByLabelText(label)).toHaveValue('Harbor')
      await close(user, details)
      await user.click((await question()).getByRole('button', { name: 'Discard changes' }))
      await waitFor(() => expect(isAsked()).toBe(false))
      // Cancel closes only the form. The other actions close the dialog, too.
      await waitFor(() => expect(screen.queryByRole('dialog', { name: title }) !== null).toBe(by === 'Cancel'))
      expect(screen.queryByLabelText(label)).toBeNull()
      expect(hasUnsavedWork()).toBe(false)
    },
  )
})

test('changes of a user that was opened from the list are not lost by Back without a confirmation', async () => {
  const user = openAdmin('/admin/users')
  server.reply({ admin: { listUsers: () => ({ items: [adminUser], total: 1, isTotalExact: true }) } })
  await user.click(await screen.findByRole('button', { name: 'Olive Owner' }))
  const details = await dialog('User Details')
  await user.click(await details.findByRole('button', { name: 'Edit User' }))
  await fill(user, details.getByLabelText('Clinic Name'), 'Harbor')
  await act(async () => window.history.back())
  await user.click((await question()).getByRole('button', { name: 'Keep editing' }))
  await waitFor(() => expect(isAsked()).toBe(false))
  expect(details.getByLabelText('Clinic Name')).toHaveValue('Harbor')
})

test('in the admin panel, a form without changes is canceled without a question', async () => {
  const user = openAdmin(`/admin/users?open=${adminUser.id}`)
  const details = await dialog('User Details')
  await user.click(await details.findByRole('button', { name: 'Edit User' }))
  await user.click(details.getByRole('button', { name: 'Cancel' }))
  expect(isAsked()).toBe(false)
  expect(await details.findByRole('button', { name: 'Edit User' })).toHaveFocus()
})
