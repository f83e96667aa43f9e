import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { CopyProfile } from '#shared/contract/copies.ts'
import { expectAccessible } from '#web/testing/expect-accessible.ts'
import { badGateway, fail } from '#web/testing/fake-server.ts'
import { choose, dialog, fill, openPage, region, server } from '#web/testing/open-page.tsx'

const builtIn: CopyProfile = {
  id: 'epic',
  name: 'Epic',
  isBuiltIn: true,
  mapping: [],
  header: ['date'],
  bullets: '-',
  blankLines: true,
  maxChars: null,
  asciiOnly: true,
  html: false,
}
const ownProfile: CopyProfile = {
  ...builtIn,
  id: '0b0c7a86-6f3c-4f3e-9a54-0d6a4a4d5c09',
  name: 'County',
  isBuiltIn: false,
}

const templates = { list: () => ({ items: [] }) }

async function openProfiles(items: CopyProfile[], more = {}) {
  const user = openPage('/settings', {
    templates,
    copies: { profiles: () => ({ items, suggestedId: 'epic' }), ...more },
  })
  const panel = await region('Copy profiles')
  return { user, panel }
}

test('a built-in copy profile can be copied with its fields, limit and header, but not edited', async () => {
  const added: unknown[] = []
  const { user, panel } = await openProfiles([builtIn], {
    addProfile: (details: object) => {
      added.push(details)
      return { ...ownProfile, ...details }
    },
  })
  expect(await panel.findByText('Built-in · plain text · ASCII only')).toBeInTheDocument()
  expect(panel.queryByRole('button', { name: 'Edit Epic' })).toBeNull()
  expect(panel.queryByRole('button', { name: 'Delete Epic' })).toBeNull()
  await user.click(panel.getByRole('button', { name: 'Copy Epic' }))
  const form = await dialog('New copy profile')
  expect(form.getByLabelText(/^Name/)).toHaveValue('Epic 2')
  await expectAccessible()
  await user.click(form.getByRole('button', { name: 'Add section' }))
  await fill(user, form.getByLabelText('Section 1'), 'Plan')
  await user.click(form.getByRole('button', { name: 'Add' }))
  expect(await form.findByText('Field label is required.')).toBeInTheDocument()
  await fill(user, form.getByLabelText('Field for section 1'), 'Next steps')
  await fill(user, form.getByLabelText(/^Characters that a field takes/), '4000')
  await user.click(form.getByRole('checkbox', { name: 'Author' }))
  await choose(user, form, 'List items begin with', 'No bullet')
  await user.click(form.getByRole('button', { name: 'Add' }))
  expect(await screen.findByText('Epic 2 was added.')).toBeInTheDocument()
  expect(added).toEqual([
    {
      name: 'Epic 2',
      mapping: [{ section: 'Plan', label: 'Next steps' }],
      header: ['date', 'author'],
      bullets: 'none',
      blankLines: true,
      maxChars: 4000,
      asciiOnly: true,
      html: false,
    },
  ])
})

test('users can edit their copy profiles, and a name that is taken shows the reason and keeps the input', async () => {
  const { user, panel } = await openProfiles([builtIn, ownProfile], {
    changeProfile: () => fail('copy_profile_name_taken'),
  })
  await user.click(await panel.findByRole('button', { name: 'Edit County' }))
  const form = await dialog('Edit copy profile')
  await fill(user, form.getByLabelText(/^Name/), 'Epic')
  await user.click(form.getByRole('button', { name: 'Save Changes' }))
  expect(await form.findByRole('alert')).toHaveTextContent('There is already a copy profile with this name.')
  expect(form.getByLabelText(/^Name/)).toHaveValue('Epic')
  server.reply({ copies: { changeProfile: (details) => ({ ...ownProfile, ...details }) } })
  await user.click(form.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('Changes saved.')).toBeInTheDocument()
})

test('users can delete their copy profiles after a confirmation, and a failure shows the reason', async () => {
  const { user, panel } = await openProfiles([builtIn, ownProfile], { deleteProfile: badGateway })
  const remove = async () => {
    await user.click(await panel.findByRole('button', { name: 'Delete County' }))
    const question = await dialog('Delete copy profile')
    await user.click(question.getByRole('button', { name: 'Delete' }))
  }
  await remove()
  expect(await screen.findByText('Failed to delete the copy profile')).toBeInTheDocument()
  server.reply({
    copies: { deleteProfile: () => undefined, profiles: () => ({ items: [builtIn], suggestedId: 'epic' }) },
  })
  await remove()
  await vi.waitFor(() => expect(panel.queryByText('County')).toBeNull())
  await vi.waitFor(() => expect(document.activeElement).toHaveTextContent(/^How a note is copied/))
})

test('the focus stays in the form of a profile when a section is added or removed, or is invalid', async () => {
  const { user, panel } = await openProfiles([builtIn])
  await user.click(await panel.findByRole('button', { name: 'Copy Epic' }))
  const form = await dialog('New copy profile')
  const addSection = form.getByRole('button', { name: 'Add section' })
  const count = form.queryAllByRole('button', { name: /^Remove section/ }).length
  await user.click(addSection)
  const added = form.getByRole('textbox', { name: `Section ${count + 1}` })
  expect(added).toHaveFocus()
  await user.click(form.getByRole('button', { name: 'Add' }))
  expect(added).toHaveFocus()
  await user.click(form.getByRole('button', { name: `Remove section ${count + 1}` }))
  expect(addSection).toHaveFocus()
})

test('copy profiles that fail to load can be reloaded', async () => {
  const user = openPage('/settings', { templates, copies: { profiles: badGateway } })
  const panel = await region('Copy profiles')
  const alert = await panel.findByRole('alert')
  expect(alert).toHaveTextContent('Failed to load the copy profiles')
  server.reply({ copies: { profiles: () => ({ items: [builtIn], suggestedId: 'epic' }) } })
  await user.click(within(alert).getByRole('button', { name: 'Try Again' }))
  expect(await panel.findByText('Epic')).toBeInTheDocument()
})

test('a copy profile has at most 50 sections, and their names are at most 200 characters long', async () => {
  const mapping = Array.from({ length: 50 }, (_, at) => ({ section: `Section ${at}`, label: 'Field' }))
  const { user, panel } = await openProfiles([{ ...ownProfile, mapping }])
  await user.click(await panel.findByRole('button', { name: 'Edit County' }))
  const form = await dialog('Edit copy profile')
  expect(form.getByRole('button', { name: 'Add section' })).toBeDisabled()
  expect(form.getByLabelText('Section 1')).toHaveAttribute('maxlength', '200')
  expect(form.getByLabelText('Field for section 1')).toHaveAttribute('maxlength', '200')
  await user.click(form.getByRole('button', { name: 'Remove section 50' }))
  expect(form.getByRole('button', { name: 'Add section' })).toHaveFocus()
})
