// Over 400 lines: the actions on members share one organization and its page.
import { screen, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Invitation } from '#shared/contract/invitations.ts'
import type { Member } from '#shared/contract/members.ts'
import type { Organization } from '#shared/contract/organizations.ts'
import { owner, passwordOnly } from '#web/testing/account.ts'
import { badGateway, fail, held, type Replies } from '#web/testing/fake-server.ts'
import { choose, dialog, fill, openPage, region, server } from '#web/testing/open-page.tsx'

const practice: Organization = {
  id: owner.organization?.id ?? '',
  name: "Robin Hale's Practice",
  role: 'owner',
  requiresSecondFactor: false,
  counts: { members: 4, owners: 1, admins: 0, supervisors: 1, therapists: 2, pendingInvitations: 0 },
  isDemo: false,
}

function member(number: number, firstName: string, role: Member['role']): Member {
  return {
    userId: number === 0 ? owner.id : `0b0c7a86-6f3c-4f3e-9a54-0d6a4a4d1d0${number}`,
    firstName,
    lastName: 'Hale',
    email: `${firstName.toLowerCase()}@example.test`,
    role,
    managedBy: null,
    prelicensedBy: null,
    isActive: true,
    joinedAt: '2030-01-01T08:00:00.000Z',
  }
}

const everyone = [
  member(0, 'Robin', 'owner'),
  member(1, 'Sue', 'supervisor'),
  member(2, 'Thea', 'therapist'),
  member(3, 'Theo', 'therapist'),
]

/**
 * Opens the organization settings of an owner, by default with a supervisor, Sue, and two therapists, Thea and Theo.
 */
function openMembers({
  items = everyone,
  invited = [],
  own = 'owner',
}: { items?: Member[]; invited?: Invitation[]; own?: Member['role'] } = {}) {
  let role = own
  const me = () => ({ ...owner, organization: owner.organization && { ...owner.organization, role } })
  const replies = {
    accounts: { me },
    copies: { profiles: () => ({ items: [], suggestedId: '' }) },
    templates: { list: () => ({ items: [] }) },
    organizations: { get: () => ({ ...practice, role }), mine: () => [], vocabulary: () => ({ words: [] }) },
    invitations: { list: () => invited },
    transcripts: {
      speechStatus: () => ({
        engine: 'none' as const,
        state: 'unavailable' as const,
        percent: null,
        model: null,
      }),
    },
    signatures: { rules: () => ({ attestationText: null, lateAfterHours: 72, unlockHours: 24 }) },
    members: { list: () => ({ items, former: [] }), changeRole: badGateway, remove: badGateway },
  } satisfies Replies
  const user = openPage('/settings?tab=organization', replies)
  const setOwnRole = (next: Member['role']) => {
    role = next
  }
  const supervisorOf = (name: string) => screen.findByRole('combobox', { name: `Supervisor of ${name} Hale` })
  return {
    user,
    setOwnRole,
    supervisorOf,
    assign: ({ userId, supervisorId }: { userId: string; supervisorId: string | null }) => {
      items = items.map((each) => (each.userId === userId ? { ...each, managedBy: supervisorId } : each))
      return items
    },
  }
}

test('a role or member that cannot be changed shows the reason and keeps the previous value', async () => {
  const { user } = openMembers()
  const team = within(await screen.findByRole('table', { name: 'Team Members' }))
  await choose(user, team, 'Role of Theo Hale', 'Supervisor')
  expect(await screen.findByText('Failed to change role')).toBeInTheDocument()
  await vi.waitFor(() => expect(team.getByRole('combobox', { name: 'Role of Theo Hale' })).toHaveValue('Therapist'))

  await user.click(team.getByRole('button', { name: 'Remove Theo Hale' }))
  const question = await dialog('Remove Theo Hale')
  await user.click(question.getByRole('button', { name: 'Remove' }))
  expect(await question.findByRole('alert')).toHaveTextContent('Failed to remove member')
  expect(team.getByText('Theo Hale')).toBeInTheDocument()
})

test('the question before a removal stays until the server has answered, and another member gets a new question', async () => {
  const { user } = openMembers()
  const { reply, release } = held(badGateway)
  server.reply({ members: { remove: reply } })
  await user.click(await screen.findByRole('button', { name: 'Remove Theo Hale' }))
  const question = await dialog('Remove Theo Hale')
  await user.click(question.getByRole('button', { name: 'Remove' }))
  await user.keyboard('{Escape}')
  expect(question.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  expect(screen.getByRole('dialog', { name: 'Remove Theo Hale' })).toBeInTheDocument()
  release()
  expect(await question.findByRole('alert')).toHaveTextContent('Failed to remove member')
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Remove Thea Hale' }))
  expect((await dialog('Remove Thea Hale')).queryByRole('alert')).toBeNull()
})

test('a member who was removed elsewhere disappears from the list, and the focus moves there', async () => {
  const { user } = openMembers()
  await user.click(await screen.findByRole('button', { name: 'Remove Theo Hale' }))
  const question = await dialog('Remove Theo Hale')
  const list = () => ({ items: everyone.slice(0, 3), former: [] })
  server.reply({ members: { list, remove: () => fail('member_missing') } })
  await user.click(question.getByRole('button', { name: 'Remove' }))
  expect(await question.findByRole('alert')).toHaveTextContent(
    'This person is no longer a member of your organization.',
  )
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  const team = await screen.findByRole('table', { name: 'Team Members' })
  await vi.waitFor(() => expect(team).toHaveFocus())
  expect(within(team).queryByText('Theo Hale')).toBeNull()
})

test('an admin who was demoted elsewhere loses the controls of admins after a refused change, with the reason', async () => {
  const { user, setOwnRole } = openMembers({ own: 'admin' })
  server.reply({ members: { changeRole: () => fail('not_allowed') } })
  const team = within(await screen.findByRole('table', { name: 'Team Members' }))
  setOwnRole('therapist')
  await choose(user, team, 'Role of Theo Hale', 'Supervisor')
  expect(await screen.findByText('Your role was changed: you are a therapist now.')).toBeInTheDocument()
  await vi.waitFor(() => expect(team.queryByRole('combobox')).toBeNull())
  expect(screen.queryByRole('button', { name: 'Invite Member' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Supervisor Assignments' })).toBeNull()
})

test('removing a member names what stays unfinished, and happens only when that is confirmed', async () => {
  const { user } = openMembers()
  const sentInputs: unknown[] = []
  server.reply({
    members: {
      remove: (input) => {
        sentInputs.push(input)
        if (!input.mayInterrupt) return fail('member_recording')
        if (!input.mayStayUnsigned) return fail('member_unsigned', { name: 'Theo Hale', count: 3 })
        return everyone.slice(0, 3)
      },
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Remove Theo Hale' }))
  const question = await dialog('Remove Theo Hale')
  await user.dblClick(question.getByRole('button', { name: 'Remove' }))
  expect(await question.findByText(/^This member has a recording that has not ended\./)).toBeInTheDocument()
  await user.click(question.getByRole('button', { name: 'Remove anyway' }))
  expect(await question.findByText(/^Notes that Theo Hale has not signed: 3\./)).toBeInTheDocument()
  await user.click(question.getByRole('button', { name: 'Remove anyway' }))
  expect(await screen.findByText('Theo Hale was removed.')).toBeInTheDocument()
  expect(sentInputs).toMatchObject([
    { mayInterrupt: false, mayStayUnsigned: false },
    { mayInterrupt: true, mayStayUnsigned: false },
    { mayInterrupt: true, mayStayUnsigned: true },
  ])
})

test('a member who leaves with unsigned notes confirms it, but a recording has to end first', async () => {
  const { user } = openMembers({
    own: 'therapist',
    items: [member(0, 'Robin', 'therapist'), member(1, 'Olive', 'owner')],
  })
  server.reply({ members: { remove: () => fail('leave_recording') } })
  await user.click(await screen.findByRole('button', { name: /^Leave/ }))
  const question = await dialog('Leave organization')
  await user.click(question.getByRole('button', { name: 'Leave' }))
  expect(await question.findByText(/^You have a recording that has not ended\. End or discard it/)).toBeInTheDocument()
  server.reply({ members: { remove: () => fail('leave_unsigned', { count: 3 }) } })
  await user.click(question.getByRole('button', { name: 'Leave' }))
  expect(await question.findByText(/^Notes that you have not signed: 3\./)).toBeInTheDocument()
  expect(question.getByRole('button', { name: 'Leave anyway' })).toBeInTheDocument()
})

test('a supervisor who cannot be assigned shows the reason, and a later assignment stays', async () => {
  const { user, supervisorOf, assign } = openMembers()
  const part = await region('Supervisor Assignments')
  server.reply({ members: { assignSupervisor: badGateway } })
  await choose(user, part, 'Supervisor of Theo Hale', 'Sue Hale')
  expect(await part.findByRole('alert')).toHaveTextContent('Failed to update assignment')
  expect(await supervisorOf('Theo')).toHaveValue('No Supervisor')

  const failing = held(badGateway)
  let asked = 0
  server.reply({ members: { assignSupervisor: (input) => (asked++ === 0 ? failing.reply(input) : assign(input)) } })
  await choose(user, part, 'Supervisor of Theo Hale', 'Sue Hale')
  await choose(user, part, 'Supervisor of Thea Hale', 'Sue Hale')
  expect(await screen.findByText('Sue Hale now supervises Thea Hale.')).toBeInTheDocument()
  expect(await supervisorOf('Theo')).toHaveValue('Sue Hale')
  failing.release()
  const row = within(part.getByRole('row', { name: /Theo Hale/ }))
  expect(await row.findByRole('alert')).toHaveTextContent('Failed to update assignment')
  await vi.waitFor(async () => expect(await supervisorOf('Theo')).toHaveValue('No Supervisor'))
  expect(await supervisorOf('Thea')).toHaveValue('Sue Hale')
})

test('a supervisor select and a pre-licensed box keep the focus while they are saved', async () => {
  const { user, supervisorOf, assign } = openMembers()
  const assigning = held(assign)
  const marking = held(() => everyone)
  server.reply({ members: { assignSupervisor: assigning.reply, setPrelicensed: marking.reply } })
  await choose(user, await region('Supervisor Assignments'), 'Supervisor of Theo Hale', 'Sue Hale')
  expect(await supervisorOf('Theo')).toHaveFocus()
  assigning.release()
  expect(await screen.findByText('Sue Hale now supervises Theo Hale.')).toBeInTheDocument()
  const box = screen.getByRole('checkbox', { name: 'Theo Hale is pre-licensed' })
  await user.click(box)
  expect(box).toBeChecked()
  expect(box).toHaveFocus()
  marking.release()
  expect(await screen.findByText('Notes of Theo Hale need a co-signature.')).toBeInTheDocument()
})

test('a canceled question about the second factor does not show an older state of the organization', async () => {
  const { user } = openMembers()
  const factor = () => ({ ...passwordOnly, recoveryCodesLeft: 10, isGiven: true })
  const changed = (isRequired: boolean) => ({ ...practice, requiresSecondFactor: isRequired })
  server.reply({
    accounts: { secondFactor: factor },
    organizations: {
      requireSecondFactor: ({ isRequired }) => changed(isRequired),
      rename: ({ name }) => ({ ...changed(true), name }),
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Require a second factor' }))
  const question = await dialog('Require a second factor?')
  await vi.waitFor(() => expect(question.getByRole('button', { name: 'Require' })).toBeEnabled())
  await user.click(question.getByRole('button', { name: 'Require' }))
  const stop = await screen.findByRole('button', { name: 'Stop requiring a second factor' })
  server.reply({ organizations: { get: () => ({ ...changed(true), name: 'Harbour' }) } })
  await user.click(screen.getByRole('button', { name: 'Rename organization' }))
  const rename = await dialog('Rename organization')
  await fill(user, rename.getByLabelText(/^Name/), 'Harbour')
  await user.keyboard('{Enter}')
  expect(await screen.findByText('Harbour')).toBeInTheDocument()
  await user.click(stop)
  await user.click((await dialog('Stop requiring a second factor?')).getByRole('button', { name: 'Cancel' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByText('Harbour')).toBeInTheDocument()
})

const adaInvited: Invitation = {
  id: owner.id,
  email: 'ada@example.test',
  role: 'admin',
  invitedBy: 'Robin Hale',
  createdAt: '2030-01-01T08:00:00.000Z',
  expiresAt: '2030-01-08T08:00:00.000Z',
  status: 'sent',
}

test('an invitation link that cannot be copied is shown as text', async () => {
  const { user } = openMembers({ invited: [adaInvited] })
  const link = 'https://attend.example/invitation#secret'
  const copying = held(() => ({ link }))
  server.reply({ invitations: { newLink: copying.reply } })
  // The copy fails; jsdom has no such function.
  document.execCommand = () => false
  onTestFinished(() => void Reflect.deleteProperty(document, 'execCommand'))
  const button = await screen.findByRole('button', { name: 'Copy Link for ada@example.test' })
  await user.click(button)
  expect(button).toHaveFocus()
  copying.release()
  const shown = await dialog('Invitation for ada@example.test')
  expect(shown.getByText(link)).toBeInTheDocument()
  await user.keyboard('{Escape}')
  await vi.waitFor(() => expect(button).toHaveFocus())
})

test('a member who has not entered a name is named by the email address', async () => {
  const { user } = openMembers({
    items: [member(0, 'Robin', 'owner'), { ...member(3, 'Theo', 'therapist'), firstName: '', lastName: '' }],
  })
  await user.click(await screen.findByRole('button', { name: 'Remove theo@example.test' }))
  const question = await dialog('Remove theo@example.test')
  expect(question.getByRole('button', { name: 'Cancel' })).toHaveFocus()
})

test('the organization settings show that a member is inactive, and the role of an invited admin', async () => {
  openMembers({
    items: [member(0, 'Robin', 'owner'), { ...member(3, 'Theo', 'therapist'), isActive: false }],
    invited: [adaInvited],
  })
  const team = within(await screen.findByRole('table', { name: 'Team Members' }))
  expect(within(team.getByRole('row', { name: /Theo Hale/ })).getByText('Inactive')).toBeInTheDocument()
  const invitations = within(await screen.findByRole('table', { name: 'Pending Invitations' }))
  expect(invitations.getByRole('cell', { name: 'Admin' })).toBeInTheDocument()
})

test('the dialog for a therapist who leaves explains the consequences, and the only owner has no button to leave', async () => {
  const items = everyone.map((each) => (each.userId === owner.id ? { ...each, role: 'therapist' as const } : each))
  const { user } = openMembers({ items, own: 'therapist' })
  const team = within(await screen.findByRole('table', { name: 'Team Members' }))
  expect(team.queryByRole('button', { name: /^Remove/ })).not.toBeInTheDocument()
  await user.click(await team.findByRole('button', { name: 'Leave organization' }))
  const question = await dialog('Leave organization')
  expect(question.getByText(/^You lose access immediately/)).toHaveTextContent(
    'an owner or admin can transfer them to a colleague',
  )
  expect(question.queryByText(/supervise/)).not.toBeInTheDocument()
  expect(question.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await user.click(question.getByRole('button', { name: 'Leave' }))
  expect(await question.findByRole('alert')).toHaveTextContent('Failed to leave organization')

  openMembers()
  const tableForOwner = within(await screen.findByRole('table', { name: 'Team Members' }))
  expect(await tableForOwner.findByRole('button', { name: 'Remove Theo Hale' })).toBeInTheDocument()
  expect(tableForOwner.queryByRole('button', { name: /^Leave/ })).not.toBeInTheDocument()
})

test('a supervisor who leaves reads first that their therapists will have no supervisor', async () => {
  const items = everyone.map((each) => ({
    ...each,
    role: each.userId === owner.id ? ('supervisor' as const) : each.role,
    managedBy: each.role === 'therapist' ? owner.id : null,
  }))
  const { user } = openMembers({ items, own: 'supervisor' })
  await user.click(await screen.findByRole('button', { name: 'Leave organization' }))
  const question = await dialog('Leave organization')
  expect(question.getByText('The 2 therapists you supervise will have no supervisor.')).toBeInTheDocument()
})

test('an owner confirms before another owner gets a lower role', async () => {
  const { user } = openMembers({ items: [member(0, 'Robin', 'owner'), member(1, 'Olive', 'owner')] })
  let changes = 0
  server.reply({
    members: {
      changeRole: () => {
        changes += 1
        return []
      },
    },
  })
  const team = within(await screen.findByRole('table', { name: 'Team Members' }))
  await choose(user, team, 'Role of Olive Hale', 'Therapist')
  const question = await dialog('Make Olive Hale a therapist?')
  expect(question.getByText('They can no longer administer the organization, and can be removed.')).toBeInTheDocument()
  expect(changes).toBe(0)
  await user.click(question.getByRole('button', { name: 'Change Role' }))
  await vi.waitFor(() => expect(changes).toBe(1))
})

test('an owner who becomes a therapist requests nothing that only owners and admins may see', async () => {
  const items = [member(0, 'Robin', 'owner'), member(1, 'Olive', 'owner')]
  const { user, setOwnRole } = openMembers({ items })
  const team = within(await screen.findByRole('table', { name: 'Team Members' }))
  await screen.findByRole('region', { name: 'Vocabulary' })
  let requests = 0
  server.reply({
    organizations: {
      vocabulary: () => {
        requests += 1
        return { words: [] }
      },
    },
    members: {
      changeRole: ({ role }) => {
        setOwnRole(role)
        return items.map((each) => (each.userId === owner.id ? { ...each, role } : each))
      },
    },
  })
  await choose(user, team, 'Role of Robin Hale', 'Therapist')
  const question = await dialog('Make Robin Hale a therapist?')
  await user.click(question.getByRole('button', { name: 'Change Role' }))
  await vi.waitFor(() => expect(screen.queryByRole('region', { name: 'Vocabulary' })).not.toBeInTheDocument())
  expect(requests).toBe(0)
  expect(screen.getByRole('table', { name: 'Team Members' })).toHaveFocus()
})

test('an owner without a second factor reads that they need one before they can require it', async () => {
  const { user } = openMembers()
  await user.click(await screen.findByRole('button', { name: 'Require a second factor' }))
  const question = await dialog('Require a second factor?')
  expect(await question.findByText(/^You have no second factor yourself/)).toBeInTheDocument()
  expect(question.getByRole('link', { name: 'My Profile' })).toHaveAttribute('href', '/profile?tab=security')
  expect(question.getByRole('button', { name: 'Require' })).toBeDisabled()

  const second = openMembers()
  server.reply({ accounts: { secondFactor: () => ({ ...passwordOnly, recoveryCodesLeft: 10, isGiven: true }) } })
  await second.user.click(await screen.findByRole('button', { name: 'Require a second factor' }))
  const other = await dialog('Require a second factor?')
  await vi.waitFor(() => expect(other.getByRole('button', { name: 'Require' })).toBeEnabled())
  expect(other.queryByText(/first\.$/)).not.toBeInTheDocument()

  const third = openMembers()
  server.reply({ accounts: { secondFactor: () => ({ ...passwordOnly, recoveryCodesLeft: 10, isGiven: false }) } })
  await third.user.click(await screen.findByRole('button', { name: 'Require a second factor' }))
  const last = await dialog('Require a second factor?')
  expect(await last.findByText(/^You signed in without your second factor/)).toBeInTheDocument()
  expect(last.getByRole('button', { name: 'Require' })).toBeDisabled()
})
