import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AdminHarness, openAdminHarness, outcome } from '#test/admin-harness.ts'
import { buildMember, buildOrganization, buildPlatformAdmin, buildUser } from '#test/build.ts'
import { mailedSecret, secretIn } from '#test/invitations.ts'
import type { Api, World } from '#test/world.ts'

let harness: AdminHarness
let world: World
let adminId: string
let api: Api

beforeAll(async () => {
  harness = await openAdminHarness()
  ;({ world, adminId, api } = harness)
})
afterAll(() => harness.close())

async function memberIdOf(organizationId: string, userId: string): Promise<string> {
  const member = await world.db
    .selectFrom('organization_members')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .select('id')
    .executeTakeFirstOrThrow()
  return member.id
}

describe('admin panel: users', () => {
  test('platform admins find users by words of name, email and clinic', async () => {
    const id = await buildUser(world, { firstName: 'Ingeborg', lastName: 'Vossén', email: 'inge.v@lakeside.test' })
    await world.db.updateTable('users').set({ clinic_name: 'Harbour Practice' }).where('id', '=', id).execute()
    const found = async (search: string) => (await api.admin.listUsers({ search })).items.map((user) => user.id)
    for (const search of ['ingeb', 'VOSSEN', 'inge.v@lakeside.test', 'lakeside', 'harbour practice', ' voss inge ']) {
      expect([search, await found(search)]).toEqual([search, [id]])
    }
    for (const search of ['ngeborg', 'ingeborg southside', '%', "x' or true"]) {
      expect([search, await found(search)]).toEqual([search, []])
    }
  })

  test('platform admins find invited users by the name of their organization, which the list shows', async () => {
    const { id: organizationId } = await buildOrganization(world, { name: 'Quillfeather Practice' })
    const { userId } = await buildMember(world, { organizationId })
    const { items } = await api.admin.listUsers({ search: 'quillfeather', role: 'therapist' })
    expect(items).toMatchObject([{ id: userId, clinicName: '', organization: { name: 'Quillfeather Practice' } }])
  })

  test('platform admins see users newest first, filtered by role, with their organizations', async () => {
    const { ownerId, organizationId } = await harness.newClinic()
    const { items, total, isTotalExact } = await api.admin.listUsers({ role: 'owner' })
    expect(items[0]).toMatchObject({ id: ownerId, organization: { id: organizationId, role: 'owner' }, isActive: true })
    expect(items.every((user) => user.organization?.role === 'owner')).toBe(true)
    expect({ total, isTotalExact }).toEqual({ total: items.length, isTotalExact: true })
  })

  test('platform admins see users with their memberships, and only changed fields are saved and audited', async () => {
    const { therapistId, organizationId, supervisorId } = await harness.newClinic()
    const user = await api.admin.getUser({ userId: therapistId })
    expect(user).toMatchObject({
      id: therapistId,
      phoneNumber: '',
      memberships: [
        {
          organization: { id: organizationId },
          role: 'therapist',
          supervisor: { id: supervisorId },
          supervisedCount: 0,
        },
      ],
    })
    const changed = await api.admin.updateUser({
      userId: therapistId,
      firstName: 'Noor',
      lastName: user.lastName,
      licenseType: 'Masters',
    })
    expect(changed).toMatchObject({ firstName: 'Noor', licenseType: 'Masters', clinicName: '' })
    const changes = (await harness.eventsOf(therapistId)).filter((event) => event.action === 'admin.user_changed')
    expect(changes).toEqual([
      {
        action: 'admin.user_changed',
        organization_id: organizationId,
        client_id: null,
        details: {
          changes: {
            firstName: { before: 'Robin', after: 'Noor' },
            licenseType: { before: 'Other', after: 'Masters' },
          },
        },
      },
    ])
    await api.admin.updateUser({ userId: therapistId, firstName: 'Noor' })
    expect((await harness.eventsOf(therapistId)).filter((event) => event.action === 'admin.user_changed')).toHaveLength(
      1,
    )
  })

  test('deactivated users lose access with their next request, and can be reactivated', async () => {
    const { therapistId } = await harness.newClinic()
    const therapist = await world.as(therapistId)
    expect(await outcome(therapist.accounts.me())).toBe('ok')
    await api.admin.updateUser({ userId: therapistId, isActive: false })
    expect(await outcome(therapist.accounts.me())).toBe('not_signed_in')
    await api.admin.updateUser({ userId: therapistId, isActive: true })
    expect(await outcome(therapist.accounts.me())).toBe('not_signed_in')
    expect(await outcome((await world.as(therapistId)).accounts.me())).toBe('ok')
  })

  test('users cannot deactivate themselves, and if two admins deactivate each other, one remains active', async () => {
    expect(await outcome(api.admin.updateUser({ userId: adminId, isActive: false }))).toBe('admin_self')
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await buildPlatformAdmin(world), await buildPlatformAdmin(world)]
      const outcomes = await Promise.all([
        outcome(one.api.admin.updateUser({ userId: other.userId, isActive: false })),
        outcome(other.api.admin.updateUser({ userId: one.userId, isActive: false })),
      ])
      expect(outcomes.filter((code) => code === 'ok')).toHaveLength(1)
    }
  })

  test('the admin panel reports an unknown user id as “User not found”', async () => {
    for (const userId of [crypto.randomUUID(), 'nobody']) {
      await expect(api.admin.getUser({ userId })).rejects.toThrow('User not found')
      await expect(api.admin.updateUser({ userId, firstName: 'A' })).rejects.toThrow('User not found')
    }
  })
})

describe('admin panel: organizations', () => {
  test('platform admins find organizations by name and status, with counts', async () => {
    const { organizationId, ownerId } = await harness.newClinic()
    await api.admin.updateOrganization({ organizationId, name: 'Zephyr House', subscriptionStatus: 'canceled' })
    await api.admin.invite({ organizationId, email: 'counted@example.test' })
    const { items } = await api.admin.listOrganizations({ search: 'zephyr', status: 'canceled' })
    expect(items).toEqual([
      expect.objectContaining({
        id: organizationId,
        name: 'Zephyr House',
        owner: expect.objectContaining({ id: ownerId }),
        subscriptionPlan: 'free',
        subscriptionStatus: 'canceled',
        counts: { members: 3, clients: 1, pendingInvitations: 1 },
      }),
    ])
    expect((await api.admin.listOrganizations({ search: 'zephyr', status: 'active' })).items).toEqual([])
  })

  test('platform admins see organizations with statistics and members; changes are audited', async () => {
    const { organizationId, ownerId, supervisorId, therapistId } = await harness.newClinic()
    await api.admin.updateOrganization({ organizationId, subscriptionPlan: 'pro' })
    const details = await api.admin.getOrganization({ organizationId })
    expect(details.statistics).toEqual({
      members: 3,
      owners: 1,
      admins: 0,
      supervisors: 1,
      therapists: 1,
      clients: 1,
      sessions: 1,
      pendingInvitations: 0,
    })
    expect(details.members.map((member) => [member.user.id, member.role, member.supervisor?.id])).toEqual([
      [ownerId, 'owner', undefined],
      [supervisorId, 'supervisor', undefined],
      [therapistId, 'therapist', supervisorId],
    ])
    expect(await harness.eventsOf(organizationId)).toContainEqual({
      action: 'admin.organization_changed',
      organization_id: organizationId,
      client_id: null,
      details: { changes: { subscriptionPlan: { before: 'free', after: 'pro' } } },
    })
  })

  test('platform admins cannot change the plan or status of an organization with a billing account', async () => {
    const { organizationId, ownerId } = await harness.newClinic()
    expect(await api.admin.getOrganization({ organizationId })).toMatchObject({ hasBillingAccount: false })
    await world.db
      .insertInto('billing_customers')
      .values({ organization_id: organizationId, user_id: ownerId, customer_id: `cus_${crypto.randomUUID()}` })
      .execute()
    const details = await api.admin.getOrganization({ organizationId })
    expect(details).toMatchObject({ hasBillingAccount: true, subscriptionPlan: 'free' })
    for (const change of [{ subscriptionPlan: 'pro' }, { subscriptionStatus: 'canceled' }] as const) {
      await expect(api.admin.updateOrganization({ organizationId, name: 'Kept', ...change })).rejects.toThrow(
        'The plan and status of this organization come from its billing account.',
      )
    }
    const { subscriptionPlan, subscriptionStatus } = details
    const same = { organizationId, name: 'Renamed', subscriptionPlan, subscriptionStatus }
    expect(await api.admin.updateOrganization(same)).toMatchObject({ name: 'Renamed', subscriptionPlan: 'free' })
  })

  test('the admin panel reports an unknown organization id as “Organization not found”', async () => {
    for (const organizationId of [crypto.randomUUID(), 'none']) {
      const email = 'a@example.test'
      await expect(api.admin.getOrganization({ organizationId })).rejects.toThrow('Organization not found')
      await expect(api.admin.therapists({ organizationId })).rejects.toThrow('Organization not found')
      await expect(api.admin.updateOrganization({ organizationId, name: 'A' })).rejects.toThrow(
        'Organization not found',
      )
      await expect(api.admin.invite({ organizationId, email })).rejects.toThrow('Organization not found')
    }
  })

  test('platform admins invite members by mail, once per address', async () => {
    const { organizationId } = await harness.newClinic()
    const email = `${crypto.randomUUID()}@example.test`
    const sent = await api.admin.invite({ organizationId, email, role: 'supervisor' })
    expect(sent).toMatchObject({ failure: null, invitation: { email, role: 'supervisor', status: 'sent' } })
    expect(await harness.eventsOf(sent.invitation.id ?? '')).toMatchObject([
      { action: 'admin.member_invited', organization_id: organizationId, details: { role: 'supervisor' } },
    ])
    expect(await outcome(api.admin.invite({ organizationId, email }))).toBe('invitation_duplicate')
    const offer = await world.anonymous.invitations.look({ secret: mailedSecret(harness.mail, email) })
    expect(offer).toMatchObject({ email, role: 'supervisor', isMailed: true })
    expect(await world.anonymous.invitations.look({ secret: secretIn(sent.link) })).toMatchObject({ isMailed: false })
  })
})

describe('admin panel: members', () => {
  test('platform admins change the role and the supervisor of a member, and remove the member', async () => {
    const { organizationId, therapistId, supervisorId } = await harness.newClinic()
    const memberId = await memberIdOf(organizationId, therapistId)
    await api.admin.assignSupervisor({ memberId, supervisorId: null })
    await api.admin.assignSupervisor({ memberId, supervisorId })
    await api.admin.changeMemberRole({ memberId, role: 'admin' })
    const after = await api.admin.removeMember({ memberId, mayStayUnsigned: true })
    expect(after.members.map((member) => member.user.id)).not.toContain(therapistId)
    const done = (await harness.eventsOf(therapistId)).map((event) => [
      event.action,
      event.organization_id,
      event.details,
    ])
    expect(done).toEqual([
      [
        'admin.supervisor_assigned',
        organizationId,
        { changes: { supervisorId: { before: supervisorId, after: null } } },
      ],
      [
        'admin.supervisor_assigned',
        organizationId,
        { changes: { supervisorId: { before: null, after: supervisorId } } },
      ],
      ['admin.role_changed', organizationId, { changes: { role: { before: 'therapist', after: 'admin' } } }],
      ['admin.member_removed', organizationId, { changes: { role: { before: 'admin', after: null } } }],
    ])
  })

  test('platform admins cannot break the rules of an organization about owners and supervisors', async () => {
    const { organizationId, ownerId, therapistId } = await harness.newClinic()
    const owner = await memberIdOf(organizationId, ownerId)
    const memberId = await memberIdOf(organizationId, therapistId)
    expect(await outcome(api.admin.changeMemberRole({ memberId: owner, role: 'admin' }))).toBe('last_owner')
    expect(await outcome(api.admin.removeMember({ memberId: owner }))).toBe('owner_stays')
    expect(await outcome(api.admin.assignSupervisor({ memberId, supervisorId: ownerId }))).toBe(
      'supervisor_role_missing',
    )
    for (const missing of [crypto.randomUUID(), 'none']) {
      expect(await outcome(api.admin.removeMember({ memberId: missing }))).toBe('member_missing')
    }
  })

  test('platform admins cannot change their own role or remove themselves', async () => {
    const admin = await buildPlatformAdmin(world)
    const { id: organizationId } = await buildOrganization(world)
    await buildMember(world, { organizationId, userId: admin.userId })
    const [membership] = (await admin.api.admin.getUser({ userId: admin.userId })).memberships
    const memberId = membership?.memberId ?? ''
    expect(await outcome(admin.api.admin.changeMemberRole({ memberId, role: 'owner' }))).toBe('admin_self')
    expect(await outcome(admin.api.admin.removeMember({ memberId }))).toBe('admin_self')
  })
})
