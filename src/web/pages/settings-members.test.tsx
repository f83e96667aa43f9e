import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Invitation } from '#shared/contract/invitations.ts'
import type { Member } from '#shared/contract/members.ts'
import type { Organization } from '#shared/contract/organizations.ts'
import { owner } from '#web/testing/account.ts'
import { badGateway, held, type Replies } from '#web/testing/fake-server.ts'
import { choose, dialog, openPage, region, server } from '#web/testing/open-page.tsx'

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

/** The organization settings of an owner, by default with a supervisor, Sue, and two therapists, Thea and Theo. */
function openMembers({ items = everyone, invited = [] }: { items?: Member[]; invited?: Invitation[] } = {}) {
  const replies = {
    copies: { profiles: () => ({ items: [], suggestedId: '' }) },
    templates: { list: () => ({ items: [] }) },
    organizations: { get: () => practice, mine: () => [], vocabulary: () => ({ words: [] }) },
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
  const supervisorOf = (name: string) => screen.findByRole('combobox', { name: `Supervisor of ${name} Hale` })
  return {
    user,
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

test('a supervisor that cannot be assigned shows the reason, and a later assignment stays', async () => {
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

test('an inactive member and an invited admin are named as elsewhere', async () => {
  openMembers({
    items: [member(0, 'Robin', 'owner'), { ...member(3, 'Theo', 'therapist'), isActive: false }],
    invited: [
      {
        id: owner.id,
        email: 'ada@example.test',
        role: 'admin',
        invitedBy: 'Robin Hale',
        createdAt: '2030-01-01T08:00:00.000Z',
        expiresAt: '2030-01-08T08:00:00.000Z',
        status: 'sent',
      },
    ],
  })
  const team = within(await screen.findByRole('table', { name: 'Team Members' }))
  expect(within(team.getByRole('row', { name: /Theo Hale/ })).getByText('Inactive')).toBeInTheDocument()
  const invitations = within(await screen.findByRole('table', { name: 'Pending Invitations' }))
  expect(invitations.getByRole('cell', { name: 'Admin' })).toBeInTheDocument()
})
