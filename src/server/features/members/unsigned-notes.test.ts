import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildClient, buildMember, buildOrganization, buildSession } from '#test/build.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** Creates a clinic whose supervised therapist has `count` unsigned notes. */
async function newClinicWithNotes(count: number) {
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

const setNoteStatus = (clientId: string, status: string) =>
  world.db.updateTable('notes').set({ status }).where('client_id', '=', clientId).execute()

describe('a member with unsigned notes', () => {
  test('owner and admin can remove a member with unsigned notes only after they confirm that the notes stay unsigned', async () => {
    for (const role of ['owner', 'admin'] as const) {
      const { ids, apis, clientId } = await newClinicWithNotes(2)
      await expect(apis[role].members.remove({ userId: ids.therapist })).rejects.toMatchObject({
        code: 'member_unsigned',
        status: 409,
        message:
          'Notes that Robin Hale has not signed: 2. After the removal, no one can sign them; they can only be completed by addenda. Have them signed first, or remove anyway.',
      })
      expect(await apis.therapist.clients.get({ clientId })).toMatchObject({ therapistId: ids.therapist })
      await apis[role].members.remove({ userId: ids.therapist, mayStayUnsigned: true })
    }
  })

  test('a member with unsigned notes can leave only after a confirmation; supervisors and strangers do not see their number', async () => {
    const { ids, apis } = await newClinicWithNotes(1)
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
    const { ids, apis, clientId, sessions } = await newClinicWithNotes(2)
    await setNoteStatus(clientId, 'returned')
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

    const second = await newClinicWithNotes(1)
    await setNoteStatus(second.clientId, 'awaiting_cosign')
    await second.apis.therapist.members.remove({ userId: second.ids.therapist })
  })

  test('removing a member needs no confirmation for an inactive account or for unsigned notes of another organization', async () => {
    const { ids, apis } = await newClinicWithNotes(1)
    await world.db.updateTable('users').set({ is_active: false }).where('id', '=', ids.therapist).execute()
    const remaining = await apis.owner.members.remove({ userId: ids.therapist })
    expect(remaining.map(({ userId }) => userId)).not.toContain(ids.therapist)
    const clinic = await newClinicWithNotes(1)
    const other = await buildOrganization(world)
    await buildMember(world, { organizationId: other.id, userId: clinic.ids.therapist })
    const remainingInOther = await (await world.as(other.ownerId)).members.remove({ userId: clinic.ids.therapist })
    expect(remainingInOther.map(({ userId }) => userId)).toEqual([other.ownerId])
  })
})
