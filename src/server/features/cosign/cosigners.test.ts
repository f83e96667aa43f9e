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
