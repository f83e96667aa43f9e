import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Organization } from '#shared/contract/organizations.ts'
import { owner } from '#web/testing/account.ts'
import { expectAccessible } from '#web/testing/expect-accessible.ts'
import { badGateway, held } from '#web/testing/fake-server.ts'
import { choose, dialog, fill, openPage, region, server } from '#web/testing/open-page.tsx'

const practice: Organization = {
  id: owner.organization?.id ?? '',
  name: "Robin Hale's Practice",
  role: 'owner',
  requiresSecondFactor: false,
  counts: { members: 1, owners: 1, admins: 0, supervisors: 0, therapists: 0, pendingInvitations: 0 },
  isDemo: false,
}
const member = {
  userId: owner.id,
  firstName: owner.firstName,
  lastName: owner.lastName,
  email: owner.email,
  role: 'owner' as const,
  managedBy: null,
  isActive: true,
  joinedAt: '2030-01-01T08:00:00.000Z',
}
const organization = {
  organizations: { get: () => practice, mine: () => [] },
  members: { list: () => ({ items: [member], former: [] }) },
  invitations: { list: () => [] },
}

test('each part of the settings reports its failure to load and can be retried', async () => {
  const user = openPage('/settings?tab=organization', {
    organizations: { get: badGateway, mine: () => [] },
    members: { list: badGateway },
    invitations: { list: badGateway },
  })
  const parts = ['Organization Details', 'Team Members', 'Pending Invitations'] as const
  for (const name of parts) {
    expect(await (await region(name)).findByRole('alert')).toHaveTextContent('Failed to load organization data')
  }
  const supervisors = await region('Supervisor Assignments')
  expect(await supervisors.findByRole('alert')).toHaveTextContent('Failed to load data')
  await expectAccessible()
  server.reply(organization)
  for (const name of parts) {
    const part = await region(name)
    await user.click(await part.findByRole('button', { name: 'Try Again' }))
    await vi.waitFor(() => expect(part.queryByRole('alert')).toBeNull())
  }
  expect(await screen.findByRole('table', { name: 'Team Members' })).toBeInTheDocument()
})

test('preferences that fail to save keep the selected values', async () => {
  const user = openPage('/settings', { accounts: { update: badGateway } })
  const transferred = await screen.findByRole('switch', { name: /^Client transferred/ })
  await user.click(transferred)
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to save settings')
  expect(transferred).not.toBeChecked()
  server.reply({ accounts: { update: () => owner } })
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('Changes saved successfully')).toBeInTheDocument()
})

test('the preferences offer every note type, and two notifications', async () => {
  const user = openPage('/settings')
  const application = await region('Application Settings')
  const noteType = application.getByRole('combobox', { name: 'Default Note Type' })
  expect(noteType).toHaveValue('SOAP')
  for (const name of [/^Low sessions remaining/, /^Client transferred/]) {
    expect(screen.getByRole('switch', { name })).toBeChecked()
  }
  // There is no homework yet, so it has no notification setting.
  expect(screen.getAllByRole('switch')).toHaveLength(2)
  await user.click(noteType)
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'SOAP',
    'DAP',
    'BIRP',
    'GIRP',
    'Intake',
    'Case Management',
    'SIRP',
    'PIRP',
    'Internal Family Systems',
    'EMDR',
  ])
})

test('unsaved preferences survive a tab change, and leaving asks for a confirmation', async () => {
  const { reply, release } = held(() => ({ ...owner, defaultNoteType: 'DAP' as const }))
  const user = openPage('/settings', { ...organization, accounts: { update: reply } })
  const page = within(await screen.findByRole('main'))
  await choose(user, page, 'Default Note Type', 'DAP')
  await user.click(page.getByRole('tab', { name: 'Organization' }))
  await page.findByRole('table', { name: 'Team Members' })
  await user.click(page.getByRole('tab', { name: 'Preferences' }))
  expect(page.getByRole('combobox', { name: 'Default Note Type' })).toHaveValue('DAP')
  await user.click(screen.getByRole('link', { name: 'Clients' }))
  const question = await dialog('Unsaved changes')
  expect(question.getByText(/Your changes to your settings are not saved yet\./)).toBeInTheDocument()
  await user.click(question.getByRole('button', { name: 'Keep editing' }))
  expect(window.location.pathname).toBe('/settings')
  await user.click(page.getByRole('button', { name: 'Save Changes' }))
  expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled()
  release()
  expect(await screen.findByText('Changes saved successfully')).toBeInTheDocument()
})

test('an organization needs a name', async () => {
  const user = openPage('/settings?tab=organization', organization)
  const details = await region('Organization Details')
  await user.click(await details.findByRole('button', { name: 'Rename organization' }))
  const rename = await dialog('Rename organization')
  await fill(user, rename.getByLabelText(/^Name/), '  ')
  await user.keyboard('{Enter}')
  expect(await rename.findByText('Organization name is required.')).toBeInTheDocument()
})
