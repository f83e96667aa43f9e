import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildMember } from '#test/build.ts'
import { buildClinic, buildOwnNote, buildSignedNote, type Clinic } from '#test/cosigning.ts'
import { waitForLockWait } from '#test/lock-waits.ts'
import { type Api, createWorld, type World } from '#test/world.ts'

let world: World
let clinic: Clinic
let sessionId: string
let owner: Api
let supervisor: Api
let otherSupervisor: Api
let associate: Api

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  clinic = await buildClinic(world)
  ;({ owner, supervisor, otherSupervisor, associate } = clinic.apis)
  sessionId = await buildSignedNote(world, clinic)
})

const listed = async (api: Api) => (await api.cosign.queue()).toCosign.map((item) => item.sessionId)
const cosigned = async (api: Api) => (await api.cosign.queue()).cosigned.map((item) => item.sessionId)
const assign = (userId: string) => owner.cosign.assign({ sessionId, userId })

async function cosign(api: Api): Promise<void> {
  const { version, contentSha256 } = await api.cosign.get({ sessionId })
  await api.cosign.sign({ sessionId, version, contentSha256, wasPresent: false })
}

async function returnNote(api: Api): Promise<void> {
  const { version } = await api.cosign.get({ sessionId })
  await api.cosign.comment({ sessionId, version, section: 'Plan', sentence: 0, text: 'Which bus?' })
  await api.cosign.return({ sessionId, version })
}

async function clientOf(id: string): Promise<string> {
  return (await associate.notes.get({ sessionId: id })).client.id
}

/** The name of the co-signer in the dialog in which the author signs. */
const namedCosigner = async (id = sessionId) =>
  (await associate.signatures.get({ sessionId: id })).toSign?.supervisor ?? null

describe('notes that a member co-signed', () => {
  test('a co-signed note leaves the list of a supervisor who no longer supervises its author', async () => {
    await cosign(supervisor)
    expect(await cosigned(supervisor)).toEqual([sessionId])
    await owner.members.assignSupervisor({ userId: clinic.ids.associate, supervisorId: clinic.ids.otherSupervisor })
    expect(await supervisor.cosign.queue()).toMatchObject({ toCosign: [], returned: [], cosigned: [], others: [] })
    await expect(supervisor.cosign.get({ sessionId })).rejects.toMatchObject({ code: 'session_missing' })
    expect(await cosigned(otherSupervisor)).toEqual([])
  })

  test('a co-signed note leaves the list of a supervisor who became a therapist', async () => {
    await cosign(supervisor)
    await owner.members.changeRole({ userId: clinic.ids.supervisor, role: 'therapist' })
    expect(await cosigned(supervisor)).toEqual([])
  })

  test('an owner and an assigned supervisor keep the notes that they co-signed in their lists', async () => {
    await assign(clinic.ids.otherSupervisor)
    await cosign(otherSupervisor)
    expect(await cosigned(otherSupervisor)).toEqual([sessionId])
    sessionId = await buildSignedNote(world, clinic)
    await assign(clinic.ids.owner)
    await cosign(owner)
    expect(await cosigned(owner)).toEqual([sessionId])
  })
})

describe('the co-signer in the dialog of the author', () => {
  test('the dialog names the assigned member, or else an active supervisor, or no one', async () => {
    await assign(clinic.ids.otherSupervisor)
    await returnNote(otherSupervisor)
    expect(await namedCosigner()).toEqual({ name: 'Sten Aker' })
    const draft = await buildOwnNote(world, clinic.ids.associate)
    expect(await namedCosigner(draft)).toEqual({ name: 'Ruth Halden' })
    await world.db.updateTable('users').set({ is_active: false }).where('id', '=', clinic.ids.supervisor).execute()
    expect(await namedCosigner(draft)).toEqual({ name: '' })
  })
})

describe('returned notes', () => {
  test('a returned note is not listed after its client was transferred, because no one can sign it', async () => {
    await returnNote(supervisor)
    const clientId = await clientOf(sessionId)
    expect((await supervisor.cosign.queue()).returned).toMatchObject([{ sessionId }])
    const next = (await buildMember(world, { organizationId: clinic.organizationId })).userId
    await owner.clients.transfer({ clientId, therapistId: next, mayStayUnsigned: true })
    expect((await supervisor.cosign.queue()).returned).toEqual([])
    await owner.clients.transfer({ clientId, therapistId: clinic.ids.associate })
    expect((await supervisor.cosign.queue()).returned).toMatchObject([{ sessionId }])
  })

  test('a returned note is not listed after its author left the organization', async () => {
    await assign(clinic.ids.otherSupervisor)
    await returnNote(otherSupervisor)
    await owner.members.remove({ userId: clinic.ids.associate, mayStayUnsigned: true })
    expect((await otherSupervisor.cosign.queue()).returned).toEqual([])
  })
})

describe('a note whose author can no longer sign it', () => {
  const refused = {
    code: 'cosign_author_gone',
    message:
      'Tamsin Okell can no longer sign this note, so it cannot be returned. Co-sign it, or ask an owner or admin of your organization to add an addendum.',
  }

  test('after a transfer of its client, the note cannot be returned, but commented on and co-signed', async () => {
    const clientId = await clientOf(sessionId)
    const next = (await buildMember(world, { organizationId: clinic.organizationId })).userId
    await owner.clients.transfer({ clientId, therapistId: next, mayStayUnsigned: true })
    await expect(supervisor.cosign.return({ sessionId, version: 1 })).rejects.toMatchObject(refused)
    await expect(returnNote(supervisor)).rejects.toMatchObject(refused)
    expect(await listed(supervisor)).toEqual([sessionId])
    await cosign(supervisor)
    expect(await cosigned(supervisor)).toEqual([sessionId])
  })

  test('the note can be returned after its client was transferred back', async () => {
    const clientId = await clientOf(sessionId)
    const next = (await buildMember(world, { organizationId: clinic.organizationId })).userId
    await owner.clients.transfer({ clientId, therapistId: next, mayStayUnsigned: true })
    await owner.clients.transfer({ clientId, therapistId: clinic.ids.associate })
    await returnNote(supervisor)
    expect((await supervisor.cosign.queue()).returned).toMatchObject([{ sessionId }])
  })

  test('after its author left, an assigned member cannot return the note, but co-sign it', async () => {
    await owner.members.remove({ userId: clinic.ids.associate, mayStayUnsigned: true })
    await assign(clinic.ids.otherSupervisor)
    await expect(returnNote(otherSupervisor)).rejects.toMatchObject(refused)
    await cosign(otherSupervisor)
    expect(await cosigned(otherSupervisor)).toEqual([sessionId])
  })
})

describe('comments of a co-signer', () => {
  test('a comment on another version is refused with the name of the author, also for a sentence that only the other version has', async () => {
    await expect(
      supervisor.cosign.comment({ sessionId, version: 4, section: 'Plan', sentence: 3, text: 'Why?' }),
    ).rejects.toMatchObject({
      code: 'cosign_changed',
      message: 'Tamsin Okell signed a new version. Reload to read it.',
    })
  })

  test('a co-signer of two organizations comments while acting in the other one', async () => {
    const elsewhere = await buildMember(world, { userId: clinic.ids.supervisor, role: 'supervisor' })
    await supervisor.organizations.switch({ organizationId: elsewhere.organizationId })
    const comment = (sentence: number, version = 1) =>
      supervisor.cosign.comment({ sessionId, version, section: 'Objective', sentence, text: 'How often?' })
    await expect(comment(8)).rejects.toMatchObject({ code: 'comment_missing' })
    await expect(comment(0, 2)).rejects.toMatchObject({
      code: 'cosign_changed',
      message: 'The author signed a new version. Reload to read it.',
    })
    expect((await comment(0)).items).toMatchObject([{ section: 'Objective', text: 'How often?' }])
  })

  test('a repeated comment or reply is an event, because its response contains the comments on the note', async () => {
    const input = { sessionId, version: 1, section: 'Plan', sentence: 0, text: 'Which bus?', requestId: randomUUID() }
    const { items } = await supervisor.cosign.comment(input)
    await supervisor.cosign.comment(input)
    const reply = { sessionId, commentId: items[0]?.id ?? '', text: 'The 14.', requestId: randomUUID() }
    await associate.cosign.reply(reply)
    await associate.cosign.reply(reply)
    const rows = await world.db
      .selectFrom('audit_events')
      .where('resource_id', '=', sessionId)
      .where('action', 'like', 'note.comment%')
      .select(['action', 'actor_id'])
      .orderBy('at')
      .execute()
    const { supervisor: commenter, associate: author } = clinic.ids
    expect(rows.map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['note.commented', commenter],
      ['note.comments_read', commenter],
      ['note.comment_answered', author],
      ['note.comments_read', author],
    ])
  })
})

describe('assignments', () => {
  const actInClinic = (userId: string) =>
    world.db
      .updateTable('users')
      .set({ current_organization_id: clinic.organizationId })
      .where('id', '=', userId)
      .execute()

  test('an assignment does not apply again if the member returns to the organization', async () => {
    const userId = clinic.ids.otherSupervisor
    await assign(userId)
    await owner.members.remove({ userId })
    await buildMember(world, { organizationId: clinic.organizationId, userId, role: 'supervisor' })
    await actInClinic(userId)
    expect(await listed(otherSupervisor)).toEqual([])
    await expect(otherSupervisor.cosign.get({ sessionId })).rejects.toMatchObject({ code: 'session_missing' })
    expect((await associate.cosign.comments({ sessionId })).cosignerName).toBe('Ruth Halden')
  })

  test('an assignment does not apply again if a therapist becomes a supervisor again', async () => {
    const userId = clinic.ids.otherSupervisor
    await assign(userId)
    await owner.members.changeRole({ userId, role: 'admin' })
    expect(await listed(otherSupervisor)).toEqual([sessionId])
    await owner.members.changeRole({ userId, role: 'therapist' })
    await owner.members.changeRole({ userId, role: 'supervisor' })
    expect(await listed(otherSupervisor)).toEqual([])
  })

  test('the end of a membership ends no assignment in another organization', async () => {
    const userId = clinic.ids.otherSupervisor
    await assign(userId)
    const elsewhere = await buildClinic(world)
    await buildMember(world, { organizationId: elsewhere.organizationId, userId, role: 'supervisor' })
    await elsewhere.apis.owner.members.remove({ userId })
    await actInClinic(userId)
    expect(await listed(otherSupervisor)).toEqual([sessionId])
  })

  test('an assignment locks the organization before the note, as a transfer does', async () => {
    const assigned = await world.db.transaction().execute(async (transaction) => {
      await sql`select from organizations where id = ${clinic.organizationId} for no key update`.execute(transaction)
      const outcome = assign(clinic.ids.otherSupervisor)
      await waitForLockWait(world)
      await sql`select from notes where session_id = ${sessionId} for update nowait`.execute(transaction)
      return { outcome }
    })
    expect((await assigned.outcome).others).toMatchObject([{ assigned: { name: 'Sten Aker' } }])
  })

  test('the absence in the list of the owner is that of the member to whom a note is assigned', async () => {
    await supervisor.cosign.setAway({ until: '2041-02-03' })
    expect((await owner.cosign.queue()).others).toMatchObject([{ awayUntil: '2041-02-03' }])
    expect((await assign(clinic.ids.otherSupervisor)).others).toMatchObject([{ awayUntil: null }])
    await otherSupervisor.cosign.setAway({ until: '2042-05-06' })
    expect((await owner.cosign.queue()).others).toMatchObject([
      { awayUntil: '2042-05-06', assigned: { name: 'Sten Aker' } },
    ])
  })
})

test('the work queue counts neither returned notes nor drafts that their author can no longer sign', async () => {
  await returnNote(supervisor)
  const left = await buildOwnNote(world, clinic.ids.associate)
  await buildSignedNote(world, clinic)
  const counts = { toReview: 0, toSign: 1, returned: 1, awaitingCosign: 1 }
  expect((await owner.workQueue.get()).organization).toMatchObject(counts)
  const next = (await buildMember(world, { organizationId: clinic.organizationId, managedBy: clinic.ids.supervisor }))
    .userId
  const transfer = async (id: string) =>
    owner.clients.transfer({ clientId: await clientOf(id), therapistId: next, mayStayUnsigned: true })
  await transfer(sessionId)
  expect((await supervisor.workQueue.get()).associates).toMatchObject([{ ...counts, returned: 0 }])
  expect((await owner.workQueue.get()).organization).toMatchObject({ ...counts, returned: 0 })
  await transfer(left)
  expect((await owner.workQueue.get()).organization).toMatchObject({ ...counts, returned: 0, toSign: 0 })
  await buildOwnNote(world, clinic.ids.associate)
  expect((await owner.workQueue.get()).organization).toMatchObject({ ...counts, returned: 0 })
  await owner.members.remove({ userId: clinic.ids.associate, mayStayUnsigned: true })
  expect((await owner.workQueue.get()).organization).toMatchObject({ ...counts, returned: 0, toSign: 0 })
})
