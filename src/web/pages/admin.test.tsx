import type { UserEvent } from '@testing-library/user-event'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { OrganizationRole } from '#shared/contract/accounts.ts'
import type { AdminMembership } from '#shared/contract/admin-users.ts'
import { adminClient, adminUser, olive, platformAdmin, practice, sam } from '#web/testing/admin.ts'
import { fail, held, offline, type Replies } from '#web/testing/fake-server.ts'
import { choose, dialog, fill, openPage, type Part, server } from '#web/testing/open-page.tsx'

type AdminReplies = NonNullable<Replies['admin']>

const unreachable = 'Attend cannot be reached right now. Check your connection and try again.'
const nothing = () => ({ items: [], total: 0, isTotalExact: true })
const lists: AdminReplies = {
  listUsers: nothing,
  listOrganizations: nothing,
  listClients: nothing,
  listSessions: nothing,
  failedSessions: nothing,
}
const id = adminClient.id

/** Opens a page of the admin panel for a platform admin. */
function openAdmin(path: string, replies: AdminReplies = {}): UserEvent {
  return openPage(path, { accounts: { me: () => platformAdmin }, admin: { ...lists, ...replies } })
}

async function giveReason(user: UserEvent): Promise<void> {
  await fill(user, await screen.findByLabelText(/^Access justification/), 'Ticket 12')
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
}

const press = (user: UserEvent, part: Part, name: string) => user.click(part.getByRole('button', { name }))
const accessUntil = () => ({ accessUntil: adminClient.accessUntil })

describe('a dialog of the admin panel reports a missing record', () => {
  test.for([
    ['users', 'User not found'],
    ['organizations', 'Organization not found'],
  ] as const)('a dialog of the admin panel reports a missing record in the list of %s', async ([place, text]) => {
    openAdmin(`/admin/${place}?open=${id}`, {
      getUser: () => fail('user_missing'),
      getOrganization: () => fail('organization_not_found'),
    })
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
  })

  test.for([
    ['clients', 'Client not found'],
    ['sessions', 'Session not found'],
  ] as const)(
    'a dialog of the admin panel reports a missing record in the list of %s, after a reason was given',
    async ([place, text]) => {
      const user = openAdmin(`/admin/${place}?open=${id}`, {
        justify: ({ kind }) => fail(kind === 'client' ? 'client_missing' : 'session_not_found'),
      })
      await giveReason(user)
      expect(await screen.findByRole('alert')).toHaveTextContent(text)
    },
  )
})

describe('the admin panel shows different texts for an empty list and for no matches', () => {
  test.for([
    ['users', 'No users', 'No matching users'],
    ['organizations', 'No organizations', 'No matching organizations'],
    ['clients', 'No clients', 'No matching clients'],
    ['sessions', 'No sessions', 'No matching sessions'],
  ] as const)(
    'the admin panel shows different texts for an empty list of %s and for no matches',
    async ([place, none, noMatch]) => {
      const user = openAdmin(`/admin/${place}`)
      expect(await screen.findByRole('heading', { name: none })).toBeInTheDocument()
      expect(screen.getByText('Showing 0 of 0')).toBeInTheDocument()
      await fill(user, screen.getByRole('searchbox'), 'zzz')
      expect(await screen.findByRole('heading', { name: noMatch })).toBeInTheDocument()
    },
  )
})

describe('a list of the admin panel that fails to load shows the reason and can be reloaded', () => {
  test.for([
    ['users', 'listUsers', 'Error loading users: '],
    ['organizations', 'listOrganizations', 'Error loading organizations: '],
    ['clients', 'listClients', 'Error loading clients: '],
    ['sessions', 'listSessions', 'Error loading sessions: '],
  ] as const)(
    'the list of %s in the admin panel that fails to load shows the reason and can be reloaded',
    async ([place, verb, text]) => {
      const user = openAdmin(`/admin/${place}`)
      await screen.findByText(/^Showing/)
      server.reply({ admin: { [verb]: offline } })
      await user.click(screen.getByRole('button', { name: 'Refresh' }))
      const alert = await screen.findByRole('alert')
      expect(alert).toHaveTextContent(`${text}${unreachable}`)
      server.reply({ admin: lists })
      await user.click(within(alert).getByRole('button', { name: 'Try Again' }))
      await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    },
  )
})

test.for([
  [null, 'No current sign-in'],
  ['2030-01-01T08:00:00.000Z', /2030/],
] as const)('the details of a user last seen at %s show %s', async ([lastSeenAt, text]) => {
  openAdmin(`/admin/users?open=${adminUser.id}`, { getUser: () => ({ ...adminUser, lastSeenAt }) })
  const label = await (await dialog('User Details')).findByText('Last seen')
  expect(label.nextElementSibling).toHaveTextContent(text)
})

test('a platform admin who deactivates themselves sees why that is rejected, and the choice stays', async () => {
  const user = openAdmin(`/admin/users?open=${adminUser.id}`, {
    getUser: () => adminUser,
    updateUser: () => fail('admin_self'),
  })
  const details = await dialog('User Details')
  await user.click(await details.findByRole('button', { name: 'Edit User' }))
  await choose(user, details, 'Account', 'Inactive')
  await press(user, details, 'Save Changes')
  expect(await details.findByRole('alert')).toHaveTextContent(
    'Error saving user details: You cannot deactivate yourself',
  )
  expect(details.getByRole('combobox', { name: 'Account' })).toHaveValue('Inactive')
})

test('saving a user does not undo a change that was loaded after the form was opened', async () => {
  const membership: AdminMembership = {
    memberId: 'of-olive',
    organization: { id: practice.id, name: 'Harbor' },
    role: 'therapist',
    supervisor: null,
    supervisedCount: 0,
    createdAt: practice.createdAt,
  }
  const sent: object[] = []
  const stored = { ...adminUser, memberships: [membership] }
  const changed = { ...stored, clinicName: 'Bay', memberships: [{ ...membership, role: 'admin' as const }] }
  const user = openAdmin(`/admin/users?open=${adminUser.id}`, {
    getUser: () => stored,
    updateUser: (changes) => {
      sent.push(changes)
      return changed
    },
  })
  await user.click(await (await dialog('User Details')).findByRole('button', { name: 'Close' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const later = held(() => changed)
  server.reply({ admin: { getUser: later.reply } })
  await act(async () => window.history.back())
  const details = await dialog('User Details')
  await user.click(await details.findByRole('button', { name: 'Edit User' }))
  await act(async () => later.release())
  await vi.waitFor(() => expect(server.calls.filter((call) => call === 'admin.getUser').length).toBeGreaterThan(1))
  await fill(user, details.getByLabelText('Phone'), '555 0100')
  await press(user, details, 'Save Changes')
  expect(await screen.findByText('Changes saved.')).toBeInTheDocument()
  expect(sent).toEqual([{ userId: adminUser.id, phoneNumber: '555 0100' }])
})

test('the admin panel reports if the failed sessions could not be loaded, and Refresh loads them again', async () => {
  const user = openAdmin('/admin/sessions', { failedSessions: offline })
  expect(await screen.findByRole('alert')).toHaveTextContent(`Error loading failed sessions: ${unreachable}`)
  server.reply({ admin: { failedSessions: nothing } })
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('a platform admin who deactivates an owner is asked to make sure that the organization has another owner', async () => {
  const member = (role: OrganizationRole, name: string): AdminMembership => ({
    memberId: name,
    organization: { id: practice.id, name },
    role,
    supervisor: null,
    supervisedCount: 0,
    createdAt: practice.createdAt,
  })
  const owner = { ...adminUser, memberships: [member('owner', 'Harbor'), member('therapist', 'Elsewhere')] }
  const user = openAdmin(`/admin/users?open=${adminUser.id}`, { getUser: () => owner })
  const details = await dialog('User Details')
  await user.click(await details.findByRole('button', { name: 'Edit User' }))
  expect(details.queryByRole('alert')).toBeNull()
  await choose(user, details, 'Account', 'Inactive')
  expect(details.getByRole('alert')).toHaveTextContent(
    'Olive Owner is an owner of Harbor. An inactive owner cannot sign in. Make sure that another member is an owner too.',
  )
  await choose(user, details, 'Account', 'Active')
  expect(details.queryByRole('alert')).toBeNull()
})

test('the page for users without platform admin access names both users while viewing as another user', async () => {
  const viewing = { name: 'Theo Hale', viewerName: 'Olive Owner', endsAt: '2030-01-01T08:00:00.000Z', secondsLeft: 600 }
  for (const role of ['user', 'admin'] as const) {
    openPage('/admin', { accounts: { me: () => ({ ...platformAdmin, role, viewing }) }, admin: lists })
    expect(await screen.findByText(/^You are signed in as/)).toHaveTextContent(
      'You are signed in as Olive Owner and viewing data as Theo Hale.',
    )
  }
})

describe('in the admin panel, the focus returns to the edit button', () => {
  test('in the admin panel, the focus returns to the edit button after editing a user', async () => {
    const user = openAdmin(`/admin/users?open=${adminUser.id}`, {
      getUser: () => adminUser,
      updateUser: () => adminUser,
    })
    const details = await dialog('User Details')
    await user.click(await details.findByRole('button', { name: 'Edit User' }))
    expect(details.getByLabelText(/^First Name/)).toHaveFocus()
    await fill(user, details.getByLabelText('Clinic Name'), 'Harbor')
    await press(user, details, 'Save Changes')
    expect(await details.findByRole('button', { name: 'Edit User' })).toHaveFocus()
    await press(user, details, 'Edit User')
    await press(user, details, 'Cancel')
    expect(details.getByRole('button', { name: 'Edit User' })).toHaveFocus()
  })

  test('in the admin panel, the focus returns to the edit button after editing an organization', async () => {
    const user = openAdmin(`/admin/organizations?open=${practice.id}`, {
      getOrganization: () => practice,
      updateOrganization: () => practice,
    })
    const details = await dialog('Organization Details')
    await user.click(await details.findByRole('button', { name: 'Edit Organization' }))
    expect(details.getByLabelText(/^Organization Name|^Name/)).toHaveFocus()
    await fill(user, details.getByLabelText(/^Organization Name|^Name/), 'Harbor')
    await press(user, details, 'Save Changes')
    expect(await details.findByRole('button', { name: 'Edit Organization' })).toHaveFocus()
  })
})

describe('an organization shows the reason if a member cannot be changed', () => {
  const open = async (replies: AdminReplies) => {
    const user = openAdmin(`/admin/organizations?open=${practice.id}`, { getOrganization: () => practice, ...replies })
    const details = await dialog('Organization Details')
    await details.findByText('Olive Owner')
    return { user, details }
  }

  test('the admin panel shows the reason if the role of a member cannot be changed because the member is the last owner', async () => {
    const { user, details } = await open({ changeMemberRole: () => fail('last_owner') })
    await choose(user, details, 'Role of Olive Owner', 'Admin')
    await press(user, await dialog('Make Olive Owner an admin?'), 'Change Role')
    expect(await details.findByRole('alert')).toHaveTextContent(
      'Error updating member role: An organization needs an owner.',
    )
  })

  test('the admin panel shows the reason if a supervisor cannot be assigned because the supervisor has lost the role', async () => {
    const { user, details } = await open({ assignSupervisor: () => fail('supervisor_role_missing') })
    await choose(user, details, /^Assigned Supervisor of/, `${sam.firstName} ${sam.lastName}`)
    expect(await details.findByText(/^Error updating supervisor assignment: Only a member with/)).toBeInTheDocument()
  })

  test('the admin panel shows the reason if a member was already removed', async () => {
    const { user, details } = await open({ removeMember: () => fail('member_missing') })
    await press(user, details, 'Remove Sam Supervisor')
    server.reply({ admin: { getOrganization: () => ({ ...practice, members: [] }) } })
    await press(user, await dialog('Remove member'), 'Remove')
    expect(await screen.findByText(/^Error removing member: This person is no longer a member/)).toBeInTheDocument()
    await vi.waitFor(() => expect(details.queryByText(/Sam Supervisor/)).toBeNull())
  })

  test('the admin panel shows the reason if an organization cannot be saved without a connection', async () => {
    const { user, details } = await open({ updateOrganization: offline })
    await press(user, details, 'Edit Organization')
    await fill(user, details.getByLabelText(/^Name/), 'Elsewhere')
    await press(user, details, 'Save Changes')
    expect(await details.findByRole('alert')).toHaveTextContent(`Error saving organization details: ${unreachable}`)
  })
})

test('an accepted access reason moves the focus to the remaining time', async () => {
  const user = openAdmin(`/admin/clients?open=${id}`, { justify: accessUntil, getClient: () => adminClient })
  await giveReason(user)
  expect((await screen.findByText(/^Access to this record lasts for/)).parentElement).toHaveFocus()
})

test('the client dialog shows why loading or saving failed, and requests a new access reason when access expires', async () => {
  const user = openAdmin(`/admin/clients?open=${id}`, { justify: accessUntil, getClient: offline })
  const details = await dialog('Client Administrative Details')
  await giveReason(user)
  expect(await details.findByRole('alert')).toHaveTextContent(`Error loading client details: ${unreachable}`)
  server.reply({
    admin: {
      getClient: () => adminClient,
      therapists: () => [olive],
      updateClient: () => fail('transfer_target'),
    },
  })
  await press(user, details, 'Try Again')
  await user.click(await details.findByRole('button', { name: 'Edit' }))
  await choose(user, details, 'Therapist', 'Olive Owner')
  await press(user, details, 'Save Changes')
  expect(await details.findByRole('alert')).toHaveTextContent('Error saving client details: Choose an active member')
  server.reply({ admin: { updateClient: () => fail('justification_missing') } })
  await press(user, details, 'Save Changes')
  expect(await details.findByLabelText(/^Access justification/)).toBeInTheDocument()
})

test('in the admin panel, a session whose details fail to load shows the reason', async () => {
  const user = openAdmin(`/admin/sessions?open=${id}`, { justify: accessUntil, getSession: offline })
  await giveReason(user)
  expect(await screen.findByRole('alert')).toHaveTextContent(`Error loading session details: ${unreachable}`)
})

test('before a transfer by a platform admin that leaves unsigned notes, the dialog names their number and asks for a confirmation', async () => {
  const sentInputs: unknown[] = []
  const user = openAdmin(`/admin/clients?open=${id}`, {
    justify: accessUntil,
    getClient: () => adminClient,
    therapists: () => [olive, sam],
    updateClient: (input) => {
      sentInputs.push(input)
      return input.mayStayUnsigned
        ? { ...adminClient, therapist: olive }
        : fail('client_unsigned', { name: 'Theo Therapist', count: 3 })
    },
  })
  await giveReason(user)
  const details = await dialog('Client Administrative Details')
  await user.click(await details.findByRole('button', { name: 'Edit' }))
  await choose(user, details, 'Therapist', 'Olive Owner')
  await press(user, details, 'Save Changes')
  expect(await details.findByRole('alert')).toHaveTextContent(
    'Error saving client details: Notes of this client that Theo Therapist has not signed: 3. After the transfer, no one can sign them',
  )
  // Selecting another therapist removes the question.
  expect(details.getByRole('button', { name: 'Transfer anyway' })).toBeInTheDocument()
  await choose(user, details, 'Therapist', 'Sam Supervisor')
  expect(details.queryByRole('alert')).toBeNull()
  await press(user, details, 'Save Changes')
  const anyway = await details.findByRole('button', { name: 'Transfer anyway' })
  // The second press of a double click on Save Changes.
  fireEvent.click(anyway, { detail: 2 })
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(sentInputs).toHaveLength(2)
  await user.click(anyway)
  expect(await details.findByRole('button', { name: 'Edit' })).toBeInTheDocument()
  expect(sentInputs).toEqual([
    { clientId: id, therapistId: olive.id, mayStayUnsigned: false },
    { clientId: id, therapistId: sam.id, mayStayUnsigned: false },
    { clientId: id, therapistId: sam.id, mayStayUnsigned: true },
  ])
})
