import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildClient, buildMember, buildOrganization, buildSession } from '#test/build.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** A clinic whose supervised therapist has this many unsigned notes. */
async function withNotes(count: number) {
  const { id, ownerId } = await buildOrganization(world)
  const admin = (await buildMember(world, { organizationId: id, role: 'admin' })).userId
  const supervisor = (await buildMember(world, { organizationId: id, role: 'supervisor' })).userId
  const therapist = (await buildMember(world, { organizationId: id, managedBy: supervisor })).userId
  const { id: clientId } = await buildClient(world, { therapistId: therapist, organizationId: id })
  const sessions = await Promise.all(Array.from({ length: count }, () => buildSession(world, { clientId })))
  const apis = {
    owner: await world.as(ownerId),
    admin: await world.as(admin),
    supervisor: await world.as(supervisor),
    therapist: await world.as(therapist),
  }
  return { ids: { supervisor, therapist }, apis, clientId, sessions }
}

const setNotes = (clientId: string, status: string) =>
  world.db.updateTable('notes').set({ status }).where('client_id', '=', clientId).execute()

describe('a member with unsigned notes', () => {
  test('a member with unsigned notes is removed only when owner or admin confirms that the notes stay unsigned', async () => {
    for (const own of ['owner', 'admin'] as const) {
      const { ids, apis, clientId } = await withNotes(2)
      await expect(apis[own].members.remove({ userId: ids.therapist })).rejects.toMatchObject({
        code: 'member_unsigned',
        status: 409,
        message:
          'Notes that Robin Hale has not signed: 2. After the removal, no one can sign them; they can only be completed by addenda. Have them signed first, or remove anyway.',
      })
      expect(await apis.therapist.clients.get({ clientId })).toMatchObject({ therapistId: ids.therapist })
      await apis[own].members.remove({ userId: ids.therapist, mayStayUnsigned: true })
    }
  })

  test('a member with unsigned notes leaves only after a confirmation; supervisors and strangers do not learn the number', async () => {
    const { ids, apis } = await withNotes(1)
    const stranger = await world.as((await buildOrganization(world)).ownerId)
    for (const [api, code] of [
      [apis.supervisor, 'not_allowed'],
      [stranger, 'member_missing'],
    ] as const)
      await expect(api.members.remove({ userId: ids.therapist })).rejects.toMatchObject({ code })
    await expect(apis.therapist.members.remove({ userId: ids.therapist })).rejects.toMatchObject({
      code: 'leave_unsigned',
      message: expect.stringMatching(/^Notes that you have not signed: 1\. After you leave, no one can sign them;/),
    })
    await apis.therapist.members.remove({ userId: ids.therapist, mayStayUnsigned: true })
  })

  test('the number of unsigned notes includes returned notes, but not signed ones or those of canceled sessions', async () => {
    const { ids, apis, clientId, sessions } = await withNotes(2)
    await setNotes(clientId, 'returned')
    const remove = () => apis.owner.members.remove({ userId: ids.therapist })
    await expect(remove()).rejects.toMatchObject({ message: expect.stringContaining('has not signed: 2.') })
    await world.db
      .updateTable('sessions')
      .set({ status: 'cancelled' })
      .where('id', '=', sessions[0]?.id ?? '')
      .execute()
    await expect(remove()).rejects.toMatchObject({ message: expect.stringContaining('has not signed: 1.') })
    await apis.owner.clients.transfer({ clientId, therapistId: ids.supervisor, mayStayUnsigned: true })
    await remove()

    const second = await withNotes(1)
    await setNotes(second.clientId, 'awaiting_cosign')
    await second.apis.therapist.members.remove({ userId: second.ids.therapist })
  })

  test('removing a member needs no confirmation for an inactive account or for unsigned notes of another organization', async () => {
    const { ids, apis } = await withNotes(1)
    await world.db.updateTable('users').set({ is_active: false }).where('id', '=', ids.therapist).execute()
    const left = await apis.owner.members.remove({ userId: ids.therapist })
    expect(left.map(({ userId }) => userId)).not.toContain(ids.therapist)
    const here = await withNotes(1)
    const there = await buildOrganization(world)
    await buildMember(world, { organizationId: there.id, userId: here.ids.therapist })
    const leftThere = await (await world.as(there.ownerId)).members.remove({ userId: here.ids.therapist })
    expect(leftThere.map(({ userId }) => userId)).toEqual([there.ownerId])
  })
})
