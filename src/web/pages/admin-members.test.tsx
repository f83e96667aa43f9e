import type { UserEvent } from '@testing-library/user-event'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { AdminMember, AdminOrganizationDetails } from '#shared/contract/admin-organizations.ts'
import { adminUser, olive, platformAdmin, practice, sam, theo } from '#web/testing/admin.ts'
import { fail, type Replies, badGateway, held } from '#web/testing/fake-server.ts'
import { choose, dialog, openPage, type Part, server } from '#web/testing/open-page.tsx'

const supervised: AdminOrganizationDetails = {
  ...practice,
  members: practice.members.map((each) => (each.user.id === theo.id ? { ...each, supervisor: sam } : each)),
}
const without = ({ memberId }: { memberId: string }) => ({
  ...supervised,
  members: supervised.members.filter((each) => each.memberId !== memberId),
})
const press = (user: UserEvent, part: Part, name: string) => user.click(part.getByRole('button', { name }))

/** Opens an organization in the admin panel. Returns what was sent. */
async function openOrganization(replies: Replies['admin'] = {}) {
  const roles: { memberId: string; role: AdminMember['role'] }[] = []
  const user = openPage(`/admin/organizations?open=${practice.id}`, {
    accounts: { me: () => platformAdmin },
    admin: {
      listOrganizations: () => ({ items: [], total: 0, isTotalExact: true }),
      getOrganization: () => supervised,
      changeMemberRole: (input) => {
        roles.push(input)
        return supervised
      },
      ...replies,
    },
  })
  const details = await dialog('Organization Details')
  await details.findByRole('combobox', { name: 'Role of Sam Supervisor' })
  return { user, details, roles }
}

describe('removing a member in the admin panel', () => {
  test('the admin panel removes a member only after each consequence was confirmed', async () => {
    const sentInputs: unknown[] = []
    const { user, details } = await openOrganization({
      removeMember: (input) => {
        sentInputs.push(input)
        if (!input.mayInterrupt) return fail('member_recording')
        if (!input.mayStayUnsigned) return fail('member_unsigned', { name: 'Theo Therapist', count: 3 })
        return without(input)
      },
    })
    await press(user, details, 'Remove Theo Therapist')
    const question = await dialog('Remove member')
    await user.dblClick(question.getByRole('button', { name: 'Remove' }))
    expect(await question.findByText(/^Error removing member: This member has a recording/)).toBeInTheDocument()
    await press(user, question, 'Remove anyway')
    expect(await question.findByText(/Notes that Theo Therapist has not signed: 3\. After the removal/)).toBeVisible()
    await press(user, question, 'Remove anyway')
    expect(await screen.findByText('Theo Therapist was removed.')).toBeInTheDocument()
    const { memberId } = supervised.members[2] ?? { memberId: '' }
    expect(sentInputs).toEqual([
      { memberId, mayInterrupt: false, mayStayUnsigned: false },
      { memberId, mayInterrupt: true, mayStayUnsigned: false },
      { memberId, mayInterrupt: true, mayStayUnsigned: true },
    ])
  })

  test('a consequence that was confirmed before a removal was canceled is asked again', async () => {
    const sent: unknown[] = []
    const { user, details } = await openOrganization({
      removeMember: ({ mayInterrupt, mayStayUnsigned }) => {
        sent.push({ mayInterrupt, mayStayUnsigned })
        return sent.length === 2
          ? fail('member_recording')
          : fail('member_unsigned', { name: 'Theo Therapist', count: 1 })
      },
    })
    await press(user, details, 'Remove Theo Therapist')
    const question = await dialog('Remove member')
    await press(user, question, 'Remove')
    await press(user, question, 'Remove anyway')
    await question.findByText(/This member has a recording/)
    await press(user, question, 'Cancel')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Remove member' })).toBeNull())
    await press(user, details, 'Remove Theo Therapist')
    await press(user, await dialog('Remove member'), 'Remove')
    await waitFor(() => expect(sent).toHaveLength(3))
    expect(sent[2]).toEqual(sent[0])
  })

  test('the question before a removal in the admin panel stays until the server has answered', async () => {
    const { reply, release } = held(badGateway)
    const { user, details } = await openOrganization({ removeMember: reply })
    await press(user, details, 'Remove Theo Therapist')
    const question = await dialog('Remove member')
    await press(user, question, 'Remove')
    await user.keyboard('{Escape}')
    expect(screen.getByRole('dialog', { name: 'Remove member' })).toBeInTheDocument()
    release()
    expect(await question.findByRole('alert')).toHaveTextContent(/^Error removing member/)
  })

  test('the confirmed consequence of a removal does not apply to the next member', async () => {
    const { user, details } = await openOrganization({ removeMember: () => fail('member_recording') })
    await press(user, details, 'Remove Theo Therapist')
    const question = await dialog('Remove member')
    await press(user, question, 'Remove')
    await question.findByRole('button', { name: 'Remove anyway' })
    await press(user, question, 'Cancel')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Remove member' })).toBeNull())
    await press(user, details, 'Remove Sam Supervisor')
    const next = await dialog('Remove member')
    expect(next.getByRole('button', { name: 'Remove' })).toBeInTheDocument()
    expect(next.queryByText(/recording/)).toBeNull()
  })

  test('removing a member moves the focus to the list, even if another admin has already removed the member', async () => {
    const { user, details } = await openOrganization({ removeMember: without, getOrganization: () => supervised })
    await press(user, details, 'Remove Theo Therapist')
    await press(user, await dialog('Remove member'), 'Remove')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Remove member' })).toBeNull())
    await waitFor(() => expect(details.getByRole('list', { name: 'Members' })).toHaveFocus())

    server.reply({ admin: { removeMember: () => fail('member_missing'), getOrganization: () => practice } })
    await press(user, details, 'Remove Sam Supervisor')
    const question = await dialog('Remove member')
    await press(user, question, 'Remove')
    await question.findByRole('alert')
    await press(user, question, 'Cancel')
    await waitFor(() => expect(details.getByRole('list', { name: 'Members' })).toHaveFocus())
  })

  test('canceling the removal of a member returns the focus to its button', async () => {
    const { user, details } = await openOrganization()
    for (const leave of ['Cancel', 'Close']) {
      await press(user, details, 'Remove Sam Supervisor')
      await press(user, await dialog('Remove member'), leave)
      await waitFor(() => expect(details.getByRole('button', { name: 'Remove Sam Supervisor' })).toHaveFocus())
    }
    await press(user, details, 'Remove Sam Supervisor')
    await dialog('Remove member')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(details.getByRole('button', { name: 'Remove Sam Supervisor' })).toHaveFocus())
  })
})

describe('a role change in the admin panel', () => {
  test.for([
    [
      'Sam Supervisor',
      'Owner',
      'Make Sam Supervisor an owner?',
      'An owner can do everything in the organization, and cannot be removed.',
    ],
    ['Olive Owner', 'Admin', 'Make Olive Owner an admin?', 'They can no longer change owners, and can be removed.'],
    [
      'Olive Owner',
      'Therapist',
      'Make Olive Owner a therapist?',
      'They can no longer administer the organization, and can be removed.',
    ],
    [
      'Sam Supervisor',
      'Therapist',
      'Make Sam Supervisor a therapist?',
      'The therapist they supervise will have no supervisor.',
    ],
  ] as const)(
    'in the admin panel, changing the role of %s to %s asks for a confirmation',
    async ([name, role, title, text]) => {
      const { user, details, roles } = await openOrganization()
      await choose(user, details, `Role of ${name}`, role)
      const question = await dialog(title)
      expect(question.getByText(text)).toBeInTheDocument()
      await press(user, question, 'Cancel')
      await waitFor(() => expect(details.getByRole('combobox', { name: `Role of ${name}` })).toHaveFocus())
      expect(roles).toEqual([])
      await choose(user, details, `Role of ${name}`, role)
      await press(user, await dialog(title), 'Change Role')
      await waitFor(() => expect(roles).toMatchObject([{ role: role.toLowerCase() }]))
    },
  )

  test('in the admin panel, a role change without side effects needs no confirmation', async () => {
    const { user, details, roles } = await openOrganization()
    await choose(user, details, 'Role of Theo Therapist', 'Admin')
    await waitFor(() => expect(roles).toHaveLength(1))
  })
})

test('saving a user in the admin panel asks before it makes them an owner', async () => {
  const membership = {
    memberId: 'of-olive',
    organization: { id: practice.id, name: 'Harbor' },
    role: 'therapist' as const,
    supervisor: null,
    supervisedCount: 0,
    createdAt: practice.createdAt,
  }
  const roles: unknown[] = []
  const user = openPage(`/admin/users?open=${adminUser.id}`, {
    accounts: { me: () => platformAdmin },
    admin: {
      listUsers: () => ({ items: [], total: 0, isTotalExact: true }),
      getUser: () => ({ ...adminUser, memberships: [membership] }),
      changeMemberRole: (input) => {
        roles.push(input)
        return supervised
      },
    },
  })
  const details = await dialog('User Details')
  await user.click(await details.findByRole('button', { name: 'Edit User' }))
  await choose(user, details, 'Role in Harbor', 'Owner')
  await press(user, details, 'Save Changes')
  const question = await dialog(`Make ${olive.firstName} ${olive.lastName} an owner?`)
  expect(
    question.getByText('Harbor: An owner can do everything in the organization, and cannot be removed.'),
  ).toBeInTheDocument()
  await press(user, question, 'Cancel')
  expect(roles).toEqual([])
  await waitFor(() => expect(details.getByRole('button', { name: 'Save Changes' })).toHaveFocus())
  await press(user, details, 'Save Changes')
  await press(user, await dialog(/^Make Olive Owner/), 'Change Role')
  await waitFor(() => expect(roles).toEqual([{ memberId: 'of-olive', role: 'owner' }]))
  expect(await within(document.body).findByText('Changes saved.')).toBeInTheDocument()
})

test('saving a user in the admin panel asks before a supervisor with therapists gets another role', async () => {
  const membership = {
    memberId: 'of-olive',
    organization: { id: practice.id, name: 'Harbor' },
    role: 'supervisor' as const,
    supervisor: null,
    supervisedCount: 2,
    createdAt: practice.createdAt,
  }
  const user = openPage(`/admin/users?open=${adminUser.id}`, {
    accounts: { me: () => platformAdmin },
    admin: {
      listUsers: () => ({ items: [], total: 0, isTotalExact: true }),
      getUser: () => ({ ...adminUser, memberships: [membership] }),
    },
  })
  const details = await dialog('User Details')
  await user.click(await details.findByRole('button', { name: 'Edit User' }))
  await choose(user, details, 'Role in Harbor', 'Therapist')
  await press(user, details, 'Save Changes')
  const question = await dialog('Make Olive Owner a therapist?')
  expect(question.getByText('Harbor: The 2 therapists they supervise will have no supervisor.')).toBeInTheDocument()
})

test('saving a user in the admin panel asks once about several organizations', async () => {
  const place = (name: string, role: AdminMember['role']) => ({
    memberId: name,
    organization: { id: practice.id, name },
    role,
    supervisor: null,
    supervisedCount: 0,
    createdAt: practice.createdAt,
  })
  const user = openPage(`/admin/users?open=${adminUser.id}`, {
    accounts: { me: () => platformAdmin },
    admin: {
      listUsers: () => ({ items: [], total: 0, isTotalExact: true }),
      getUser: () => ({ ...adminUser, memberships: [place('Harbor', 'therapist'), place('Bay', 'owner')] }),
    },
  })
  const details = await dialog('User Details')
  await user.click(await details.findByRole('button', { name: 'Edit User' }))
  await choose(user, details, 'Role in Harbor', 'Owner')
  await choose(user, details, 'Role in Bay', 'Admin')
  await press(user, details, 'Save Changes')
  const question = await dialog('Change the roles of Olive Owner?')
  expect(question.getByText(/^Harbor: An owner .+ Bay: They can no longer change owners/)).toBeInTheDocument()
})

test('roles chosen for two members are sent one after the other, and the failure of the first stays shown', async () => {
  const first = held(() => fail('last_owner'))
  const sent: string[] = []
  const { user, details } = await openOrganization({
    changeMemberRole: (input) => {
      sent.push(input.memberId)
      return sent.length === 1 ? first.reply(input) : supervised
    },
  })
  await choose(user, details, 'Role of Sam Supervisor', 'Therapist')
  await press(user, await dialog('Make Sam Supervisor a therapist?'), 'Change Role')
  await choose(user, details, 'Role of Theo Therapist', 'Admin')
  expect(sent).toHaveLength(1)
  first.release()
  expect(await screen.findByText('Theo Therapist is now Admin.')).toBeInTheDocument()
  expect(sent).toHaveLength(2)
  expect(details.getByText(/^Error updating member role: /)).toBeInTheDocument()
})
