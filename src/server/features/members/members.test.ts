// Over 400 lines: the use cases of members share one clinic with a member of each role.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { OrganizationRole } from '#shared/contract/accounts.ts'
import { organizationRoles, rolesToGive } from '#shared/rules/roles.ts'
import { buildClient, buildMember, buildOrganization, buildUser } from '#test/build.ts'
import { secretIn } from '#test/invitations.ts'
import { type Api, createWorld, type World } from '#test/world.ts'

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

interface Clinic {
  id: string
  ids: Record<OrganizationRole, string>
  apis: Record<OrganizationRole, Api>
}

/** Creates a clinic with one member of each role. The supervisor manages the therapist. */
async function newClinic(): Promise<Clinic> {
  const { id, ownerId } = await buildOrganization(world)
  const admin = (await buildMember(world, { organizationId: id, role: 'admin' })).userId
  const supervisor = (await buildMember(world, { organizationId: id, role: 'supervisor' })).userId
  const therapist = (await buildMember(world, { organizationId: id, managedBy: supervisor })).userId
  const ids = { owner: ownerId, admin, supervisor, therapist }
  const apis = {
    owner: await world.as(ownerId),
    admin: await world.as(admin),
    supervisor: await world.as(supervisor),
    therapist: await world.as(therapist),
  }
  return { id, ids, apis }
}

const member = (organizationId: string, role: OrganizationRole) =>
  buildMember(world, { organizationId, role }).then(({ userId }) => userId)

/** Returns the role and the supervisor of a member. */
async function membershipOf(organizationId: string, userId: string) {
  return world.db
    .selectFrom('organization_members')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .select(['role', 'managed_by'])
    .executeTakeFirst()
}

const StepDetails = z.object({ from: z.string(), to: z.string() })

const ownerOf = async (id: string) =>
  (await world.db.selectFrom('organizations').where('id', '=', id).select('owner_id').executeTakeFirstOrThrow())
    .owner_id

const eventsOf = (organizationId: string) =>
  world.db
    .selectFrom('audit_events')
    .where('organization_id', '=', organizationId)
    .where('resource_type', '=', 'member')
    .select(['action', 'actor_id', 'resource_id', 'details'])
    .orderBy('at')
    .execute()

describe('member list', () => {
  test('every member sees the member list by last name, with roles, supervisors and inactive accounts', async () => {
    const { id, ids, apis } = await newClinic()
    const inactive = await buildUser(world, { firstName: 'Zoe', lastName: 'Zander', isActive: false })
    await buildMember(world, { organizationId: id, userId: inactive })
    for (const api of Object.values(apis)) {
      const { items, former } = await api.members.list()
      expect(items).toHaveLength(5)
      expect(items.at(-1)).toMatchObject({ userId: inactive, lastName: 'Zander', isActive: false, managedBy: null })
      expect(items.find(({ userId }) => userId === ids.therapist)).toMatchObject({
        role: 'therapist',
        managedBy: ids.supervisor,
        isActive: true,
      })
      expect(former).toEqual([])
    }
  })

  test('the member list shows no members of another organization', async () => {
    const { ids } = await newClinic()
    const other = await world.as((await buildOrganization(world)).ownerId)
    const { items } = await other.members.list()
    expect(items.some(({ userId }) => Object.values(ids).includes(userId))).toBe(false)
  })
})

describe('changing a role', () => {
  test('changeRole accepts exactly the roles of rolesToGive, for every role of the caller and of the member', async () => {
    for (const ownRole of organizationRoles) {
      for (const currentRole of organizationRoles) {
        for (const newRole of organizationRoles) {
          const { id, apis } = await newClinic()
          const userId = await member(id, currentRole)
          const outcome = await apis[ownRole].members.changeRole({ userId, role: newRole }).then(
            () => 'ok',
            (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
          )
          const isAllowed = rolesToGive(ownRole, currentRole).includes(newRole)
          const mayAdminister = ownRole === 'owner' || ownRole === 'admin'
          const expected = isAllowed ? 'ok' : mayAdminister ? 'role_above' : 'not_allowed'
          expect({ ownRole, currentRole, newRole, outcome }).toEqual({
            ownRole,
            currentRole,
            newRole,
            outcome: expected,
          })
          expect((await membershipOf(id, userId))?.role).toBe(isAllowed ? newRole : currentRole)
        }
      }
    }
  }, 120_000)

  test('a changed role takes effect with the next request and is audited', async () => {
    const { id, ids, apis } = await newClinic()
    const { id: clientId } = await buildClient(world, { therapistId: ids.therapist, organizationId: id })
    const api = await world.as(await member(id, 'therapist'))
    const { id: userId } = await api.accounts.me()
    await expect(api.clients.get({ clientId })).rejects.toMatchObject({ code: 'client_missing' })
    await apis.admin.members.changeRole({ userId, role: 'admin' })
    // A role that the member already has writes no event.
    await apis.admin.members.changeRole({ userId, role: 'admin' })
    expect(await api.clients.get({ clientId })).toMatchObject({ id: clientId })
    await apis.admin.members.changeRole({ userId, role: 'therapist' })
    await expect(api.clients.get({ clientId })).rejects.toMatchObject({ code: 'client_missing' })
    expect(await eventsOf(id)).toMatchObject([
      {
        action: 'member.role_changed',
        actor_id: ids.admin,
        resource_id: userId,
        details: { from: 'therapist', to: 'admin' },
      },
      {
        action: 'member.role_changed',
        actor_id: ids.admin,
        resource_id: userId,
        details: { from: 'admin', to: 'therapist' },
      },
    ])
  })

  test('a changed role ends supervision: a former supervisor loses their therapists, and a former therapist their supervisor', async () => {
    const { id, ids, apis } = await newClinic()
    await apis.owner.members.changeRole({ userId: ids.supervisor, role: 'therapist' })
    expect(await membershipOf(id, ids.therapist)).toEqual({ role: 'therapist', managed_by: null })
    const second = await newClinic()
    await second.apis.owner.members.changeRole({ userId: second.ids.therapist, role: 'supervisor' })
    expect(await membershipOf(second.id, second.ids.therapist)).toEqual({ role: 'supervisor', managed_by: null })
  })

  test('changing a role is rejected if the organization would have no active owner', async () => {
    const { id, ids, apis } = await newClinic()
    const last = { code: 'last_owner', message: 'An organization needs an owner. Make another member an owner first.' }
    await expect(apis.owner.members.changeRole({ userId: ids.owner, role: 'admin' })).rejects.toMatchObject(last)
    await apis.owner.members.changeRole({ userId: ids.admin, role: 'owner' })
    await world.db.updateTable('users').set({ is_active: false }).where('id', '=', ids.admin).execute()
    await expect(apis.owner.members.changeRole({ userId: ids.owner, role: 'admin' })).rejects.toMatchObject(last)
    await world.db.updateTable('users').set({ is_active: true }).where('id', '=', ids.admin).execute()
    await apis.owner.members.changeRole({ userId: ids.owner, role: 'therapist' })
    expect(await ownerOf(id)).toBe(ids.admin)
    expect(await membershipOf(id, ids.owner)).toMatchObject({ role: 'therapist' })
  })

  test('one owner remains if two owners demote each other in parallel', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, ids, apis } = await newClinic()
      await apis.owner.members.changeRole({ userId: ids.admin, role: 'owner' })
      const outcomes = await Promise.allSettled([
        apis.owner.members.changeRole({ userId: ids.admin, role: 'therapist' }),
        apis.admin.members.changeRole({ userId: ids.owner, role: 'therapist' }),
      ])
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const owners = await world.db
        .selectFrom('organization_members')
        .where('organization_id', '=', id)
        .where('role', '=', 'owner')
        .select('user_id')
        .execute()
      expect(owners.map(({ user_id }) => user_id)).toEqual([await ownerOf(id)])
    }
  })

  test('rejects a change of role for a member of another organization or for a malformed id', async () => {
    const { apis } = await newClinic()
    const stranger = (await newClinic()).ids.therapist
    for (const userId of [stranger, 'no-such-thing'])
      await expect(apis.owner.members.changeRole({ userId, role: 'admin' })).rejects.toMatchObject({
        code: 'member_missing',
      })
  })
})

describe('removing a member', () => {
  test('only owners and admins can remove members, and no one can remove an owner', async () => {
    for (const ownRole of organizationRoles) {
      for (const currentRole of organizationRoles) {
        const { id, apis } = await newClinic()
        const userId = await member(id, currentRole)
        const outcome = await apis[ownRole].members.remove({ userId }).then(
          () => 'ok',
          (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
        )
        const mayAdminister = ownRole === 'owner' || ownRole === 'admin'
        const expected = mayAdminister ? (currentRole === 'owner' ? 'owner_stays' : 'ok') : 'not_allowed'
        expect({ ownRole, currentRole, outcome }).toEqual({ ownRole, currentRole, outcome: expected })
      }
    }
  }, 60_000)

  test('a removed member loses access with the next request, and owner and admin can still read the clients', async () => {
    const { id, ids, apis } = await newClinic()
    const { id: clientId } = await buildClient(world, { therapistId: ids.therapist, organizationId: id })
    expect(await apis.therapist.clients.get({ clientId })).toMatchObject({ id: clientId })
    const remaining = await apis.admin.members.remove({ userId: ids.therapist })
    expect(remaining.map(({ userId }) => userId)).not.toContain(ids.therapist)

    await expect(apis.therapist.clients.get({ clientId })).rejects.toMatchObject({ code: 'client_missing' })
    expect(await apis.therapist.clients.list({ status: 'all' })).toMatchObject({ items: [], total: 0 })
    expect(await apis.therapist.members.list()).toEqual({ items: [], former: [] })
    expect((await apis.therapist.accounts.me()).organization).toBeNull()
    for (const api of [apis.owner, apis.admin]) {
      expect((await api.members.list()).former).toMatchObject([{ userId: ids.therapist, clientCount: 1 }])
      expect(await api.clients.get({ clientId })).toMatchObject({
        therapistId: ids.therapist,
        therapistName: 'Robin Hale',
      })
    }
    expect((await apis.supervisor.members.list()).former).toEqual([])
    await expect(apis.supervisor.clients.get({ clientId })).rejects.toMatchObject({ code: 'client_missing' })
    expect(await eventsOf(id)).toMatchObject([
      { action: 'member.removed', actor_id: ids.admin, resource_id: ids.therapist, details: { role: 'therapist' } },
    ])
  })

  test('removing a supervisor leaves the supervised therapist without a supervisor', async () => {
    const { id, ids, apis } = await newClinic()
    await apis.owner.members.remove({ userId: ids.supervisor })
    expect(await membershipOf(id, ids.therapist)).toEqual({ role: 'therapist', managed_by: null })
  })

  test('removing a member invalidates the invitations that the member sent', async () => {
    const { ids, apis } = await newClinic()
    const { link } = await apis.admin.invitations.send({ email: 'friend@example.test', role: 'admin' })
    await apis.owner.members.remove({ userId: ids.admin })
    expect(await apis.owner.invitations.list()).toEqual([])
    await expect(world.anonymous.invitations.look({ secret: secretIn(link) })).rejects.toMatchObject({
      message: 'This invitation is no longer valid (status: expired)',
    })
  })

  test('every member except an owner may leave, and the clients of a former member stay listed for a transfer', async () => {
    for (const ownRole of ['therapist', 'supervisor', 'admin'] as const) {
      const { id, ids, apis } = await newClinic()
      const { id: clientId } = await buildClient(world, { therapistId: ids[ownRole], organizationId: id })
      await apis[ownRole].members.remove({ userId: ids[ownRole] })
      expect((await apis[ownRole].accounts.me()).organization).toBeNull()
      await expect(apis[ownRole].clients.get({ clientId })).rejects.toMatchObject({ code: 'client_missing' })
      expect((await apis.owner.members.list()).former).toMatchObject([{ userId: ids[ownRole], clientCount: 1 }])
      expect(await eventsOf(id)).toMatchObject([
        { action: 'member.left', actor_id: ids[ownRole], resource_id: ids[ownRole], details: { role: ownRole } },
      ])
      await expect(apis[ownRole].members.remove({ userId: ids[ownRole] })).rejects.toMatchObject({
        code: 'no_organization',
      })
    }
    const { ids, apis } = await newClinic()
    await apis.owner.members.changeRole({ userId: ids.admin, role: 'owner' })
    await expect(apis.owner.members.remove({ userId: ids.owner })).rejects.toMatchObject({ code: 'owner_stays' })
  })

  test('a member who leaves with their id in upper case is removed, and other members stay', async () => {
    const { id, ids, apis } = await newClinic()
    await apis.therapist.members.remove({ userId: ids.therapist.toUpperCase() })
    expect(await membershipOf(id, ids.therapist)).toBeUndefined()
    expect(await membershipOf(id, ids.supervisor)).toMatchObject({ role: 'supervisor' })
  })

  test('rejects removing a former member or a malformed id', async () => {
    const { ids, apis } = await newClinic()
    await apis.owner.members.remove({ userId: ids.therapist })
    for (const userId of [ids.therapist, 'no-such-thing'])
      await expect(apis.owner.members.remove({ userId })).rejects.toMatchObject({
        code: 'member_missing',
        message: 'This person is no longer a member of your organization.',
      })
  })
})

describe('assigning a supervisor', () => {
  test('parallel assignments of a supervisor are audited as a chain', async () => {
    const { id, ids, apis } = await newClinic()
    const supervisors = [await member(id, 'supervisor'), await member(id, 'supervisor'), await member(id, 'supervisor')]
    await Promise.all(
      supervisors.map((supervisorId, n) =>
        (n % 2 ? apis.owner : apis.admin).members.assignSupervisor({ userId: ids.therapist, supervisorId }),
      ),
    )
    const last = (await membershipOf(id, ids.therapist))?.managed_by ?? ''
    const steps = (await eventsOf(id)).map(({ details }) => StepDetails.parse(details))
    expect(steps.map(({ to }) => to).toSorted()).toEqual(supervisors.toSorted())
    // Each former supervisor occurs once, so no step was lost or read too early.
    expect([...steps.map(({ from }) => from), last].toSorted()).toEqual([ids.supervisor, ...supervisors].toSorted())
  })

  test('only owner and admin can assign a supervisor, and the assignment takes effect at once and is audited', async () => {
    const { id, ids, apis } = await newClinic()
    const other = await member(id, 'supervisor')
    const otherApi = await world.as(other)
    const { id: clientId } = await buildClient(world, { therapistId: ids.therapist, organizationId: id })
    for (const api of [apis.supervisor, apis.therapist])
      await expect(api.members.assignSupervisor({ userId: ids.therapist, supervisorId: other })).rejects.toMatchObject({
        code: 'not_allowed',
      })
    const items = await apis.admin.members.assignSupervisor({ userId: ids.therapist, supervisorId: other })
    expect(items.find(({ userId }) => userId === ids.therapist)).toMatchObject({ managedBy: other })
    await apis.admin.members.assignSupervisor({ userId: ids.therapist, supervisorId: other })
    expect(await otherApi.clients.get({ clientId })).toMatchObject({ id: clientId })
    await expect(apis.supervisor.clients.get({ clientId })).rejects.toMatchObject({ code: 'client_missing' })
    await apis.owner.members.assignSupervisor({ userId: ids.therapist, supervisorId: null })
    await expect(otherApi.clients.get({ clientId })).rejects.toMatchObject({ code: 'client_missing' })
    expect(await eventsOf(id)).toMatchObject([
      { action: 'member.supervisor_assigned', actor_id: ids.admin, details: { from: ids.supervisor, to: other } },
      { action: 'member.supervisor_assigned', actor_id: ids.owner, details: { from: other, to: null } },
    ])
  })

  test('rejects assigning a user who is not a supervisor, or a supervisor to a member who is not a therapist', async () => {
    const { id, ids, apis } = await newClinic()
    const stranger = (await newClinic()).ids.supervisor
    for (const supervisorId of [ids.admin, ids.therapist, stranger, 'no-such-thing'])
      await expect(apis.owner.members.assignSupervisor({ userId: ids.therapist, supervisorId })).rejects.toMatchObject({
        code: 'supervisor_role_missing',
      })
    for (const userId of [ids.admin, ids.supervisor, await member(id, 'supervisor')])
      await expect(apis.owner.members.assignSupervisor({ userId, supervisorId: ids.supervisor })).rejects.toMatchObject(
        { code: 'supervisor_only_for_therapists' },
      )
    await expect(
      apis.owner.members.assignSupervisor({ userId: stranger, supervisorId: ids.supervisor }),
    ).rejects.toMatchObject({ code: 'member_missing' })
  })
})

describe('marking a therapist as pre-licensed', () => {
  const prelicensedMarkOf = async (api: Api, userId: string) =>
    (await api.members.list()).items.find((item) => item.userId === userId)?.prelicensedBy

  test('only owner and admin can mark a therapist as pre-licensed, and the change is audited', async () => {
    const { id, ids, apis } = await newClinic()
    const input = { userId: ids.therapist, isPrelicensed: true }
    for (const api of [apis.supervisor, apis.therapist])
      await expect(api.members.setPrelicensed(input)).rejects.toMatchObject({ code: 'not_allowed' })
    const items = await apis.admin.members.setPrelicensed(input)
    expect(items.find(({ userId }) => userId === ids.therapist)).toMatchObject({ prelicensedBy: 'organization' })
    expect((await apis.therapist.accounts.me()).organization).toMatchObject({ isPrelicensed: true })
    await apis.owner.members.setPrelicensed({ ...input, isPrelicensed: false })
    expect(await prelicensedMarkOf(apis.owner, ids.therapist)).toBeNull()
    expect(await eventsOf(id)).toMatchObject([
      { action: 'member.prelicensed_set', actor_id: ids.admin, details: { isPrelicensed: true } },
      { action: 'member.prelicensed_set', actor_id: ids.owner, details: { isPrelicensed: false } },
    ])
  })

  test('rejects marking members of other roles or other organizations as pre-licensed', async () => {
    const { ids, apis } = await newClinic()
    const other = await newClinic()
    for (const userId of [ids.owner, ids.admin, ids.supervisor])
      await expect(apis.admin.members.setPrelicensed({ userId, isPrelicensed: true })).rejects.toMatchObject({
        code: 'prelicensed_only_for_therapists',
        message: 'Only therapists can be pre-licensed.',
      })
    for (const userId of [other.ids.therapist, 'no-such-thing'])
      await expect(apis.owner.members.setPrelicensed({ userId, isPrelicensed: true })).rejects.toMatchObject({
        code: 'member_missing',
      })
    expect(await prelicensedMarkOf(other.apis.owner, other.ids.therapist)).toBeNull()
  })

  test('the pre-licensed mark of an organization remains if the therapist changes their profile, and ends with a change of role', async () => {
    const { ids, apis } = await newClinic()
    await apis.therapist.accounts.update({ isPrelicensed: true })
    expect(await prelicensedMarkOf(apis.owner, ids.therapist)).toBe('profile')
    await apis.owner.members.setPrelicensed({ userId: ids.therapist, isPrelicensed: true })
    await apis.therapist.accounts.update({ isPrelicensed: false })
    expect(await prelicensedMarkOf(apis.owner, ids.therapist)).toBe('organization')
    await apis.owner.members.changeRole({ userId: ids.therapist, role: 'supervisor' })
    expect(await prelicensedMarkOf(apis.owner, ids.therapist)).toBeNull()
  })
})

test('an inactive account cannot change members or the organization, and must sign in', async () => {
  const { ids, apis } = await newClinic()
  await world.db.updateTable('users').set({ is_active: false }).where('id', '=', ids.admin).execute()
  const attempts = [
    () => apis.admin.members.changeRole({ userId: ids.therapist, role: 'admin' }),
    () => apis.admin.members.remove({ userId: ids.therapist }),
    () => apis.admin.members.assignSupervisor({ userId: ids.therapist, supervisorId: null }),
    () => apis.admin.organizations.rename({ name: 'Mine' }),
    () => apis.admin.invitations.send({ email: 'guest@example.test', role: 'therapist' }),
  ]
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'not_signed_in' })
})

test('a former admin who is still signed in cannot change members or the organization', async () => {
  const { ids, apis } = await newClinic()
  await apis.owner.members.remove({ userId: ids.admin })
  const attempts = [
    () => apis.admin.members.changeRole({ userId: ids.therapist, role: 'admin' }),
    () => apis.admin.members.remove({ userId: ids.therapist }),
    () => apis.admin.organizations.rename({ name: 'Mine' }),
    () => apis.admin.invitations.send({ email: 'guest@example.test', role: 'therapist' }),
  ]
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'no_organization' })
})

test('the shared demo practice rejects a new name, changes of members, invitations and transfers', async () => {
  const { id, ids, apis } = await newClinic()
  const { id: clientId } = await buildClient(world, { therapistId: ids.therapist, organizationId: id })
  await world.db.insertInto('demo_practice').values({ organization_id: id, owner_id: ids.owner }).execute()
  const { owner } = apis
  const demoFixed = { code: 'demo_fixed', status: 403 }
  await expect(owner.organizations.rename({ name: 'Mine' })).rejects.toMatchObject(demoFixed)
  await expect(owner.members.changeRole({ userId: ids.therapist, role: 'admin' })).rejects.toMatchObject(demoFixed)
  await expect(owner.members.remove({ userId: ids.therapist })).rejects.toMatchObject(demoFixed)
  await expect(apis.therapist.members.remove({ userId: ids.therapist })).rejects.toMatchObject(demoFixed)
  await expect(owner.members.assignSupervisor({ userId: ids.therapist, supervisorId: null })).rejects.toMatchObject(
    demoFixed,
  )
  await expect(owner.members.setPrelicensed({ userId: ids.therapist, isPrelicensed: true })).rejects.toMatchObject(
    demoFixed,
  )
  await expect(owner.invitations.send({ email: 'a@example.test', role: 'admin' })).rejects.toMatchObject(demoFixed)
  await expect(owner.clients.transfer({ clientId, therapistId: ids.owner })).rejects.toMatchObject(demoFixed)
  await owner.accounts.update({ clinicName: 'Mine' })
  expect(await owner.organizations.get()).toMatchObject({ isDemo: true, name: 'Northside Clinic' })
})
