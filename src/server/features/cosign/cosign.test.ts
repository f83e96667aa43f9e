import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CosignNote } from '#shared/contract/cosign.ts'
import { buildMember } from '#test/build.ts'
import { buildClinic, buildOwnNote, buildSignedNote, type Clinic } from '#test/cosigning.ts'
import { confirmIdentity, sign as signAsAuthor } from '#test/signing.ts'
import { viewAs } from '#test/viewing.ts'
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

const changedSections = [{ title: 'Subjective', content: 'Slept badly since May.' }]
const firstSentence = { section: 'Subjective', sentence: 0 }

/** Comments on the first sentence of the signed version. */
async function comment(api: Api, text = 'Since when?') {
  const { version } = await api.cosign.get({ sessionId })
  return await api.cosign.comment({ sessionId, version, ...firstSentence, text })
}

/** Co-signs the version that was read, by default the current version. */
async function sign(api: Api, read?: Pick<CosignNote, 'version' | 'contentSha256'>) {
  const { version, contentSha256 } = read ?? (await api.cosign.get({ sessionId }))
  return await api.cosign.sign({ sessionId, version, contentSha256, wasPresent: false })
}

const listed = async (api: Api) => (await api.cosign.queue()).toCosign.map((item) => item.sessionId)
const statusOf = async () =>
  (
    await world.db
      .selectFrom('notes')
      .where('session_id', '=', sessionId)
      .select(['status', 'version'])
      .executeTakeFirstOrThrow()
  ).status

async function eventsAbout(id: string): Promise<string[]> {
  const rows = await world.db
    .selectFrom('audit_events')
    .where('resource_id', '=', id)
    .where('action', 'in', [
      'cosign.read',
      'note.comments_read',
      'note.commented',
      'note.comment_answered',
      'note.returned',
      'note.cosigned',
      'note.cosigner_assigned',
    ])
    .select('action')
    .orderBy('at')
    .execute()
  return rows.map(({ action }) => action)
}

describe('the queue of notes to co-sign', () => {
  test('the co-sign queue lists signed notes of supervised pre-licensed authors, oldest first', async () => {
    const second = await buildSignedNote(world, clinic)
    const { toCosign, returned, cosigned, others } = await supervisor.cosign.queue()
    expect(toCosign.map((item) => item.sessionId)).toEqual([sessionId, second])
    expect([returned, cosigned, others]).toEqual([[], [], []])
    expect(toCosign[0]).toMatchObject({
      client: { firstName: 'Juniper', lastName: 'Vale' },
      author: { userId: clinic.ids.associate, name: 'Tamsin Okell', credentials: 'MA' },
      date: '2026-03-02',
      startTime: '09:00',
      noteType: 'SOAP',
      status: 'awaiting_cosign',
      supervisorName: 'Ruth Halden',
      commentCount: 0,
    })
    expect(toCosign[0]?.since).toBe((await supervisor.cosign.get({ sessionId })).signedAt)
  })

  test('an assigned co-signer reads the type, participants and contact of the session, which the signatures cover', async () => {
    const own = await buildOwnNote(world, clinic.ids.associate)
    const facts = { type: 'Couple', participants: ['Kim Vale'], contact: 'phone call' }
    await world.db.updateTable('sessions').set(facts).where('id', '=', own).execute()
    await signAsAuthor(associate, own)
    await owner.cosign.assign({ sessionId: own, userId: clinic.ids.otherSupervisor })
    expect((await otherSupervisor.cosign.get({ sessionId: own })).facts).toEqual(facts)
    expect((await otherSupervisor.cosign.queue()).toCosign[0]).not.toHaveProperty('participants')
  })

  test('the co-sign queue is empty for the author, other supervisors and strangers', async () => {
    const stranger = await world.as((await buildMember(world)).userId)
    for (const api of [associate, otherSupervisor, stranger]) expect(await listed(api)).toEqual([])
    for (const api of [otherSupervisor, stranger])
      await expect(api.cosign.get({ sessionId })).rejects.toMatchObject({ code: 'session_missing' })
    await expect(associate.cosign.get({ sessionId })).rejects.toMatchObject({ code: 'cosign_not_waiting' })
  })

  test('the co-sign queue of an owner names the supervisor who must co-sign each note', async () => {
    const { toCosign, others } = await owner.cosign.queue()
    expect(toCosign).toEqual([])
    expect(others).toMatchObject([{ sessionId, supervisorName: 'Ruth Halden', awayUntil: null }])
  })

  test('a supervisor’s own note needs no co-signature', async () => {
    const own = await buildOwnNote(world, clinic.ids.supervisor)
    await signAsAuthor(supervisor, own)
    expect((await supervisor.signatures.get({ sessionId: own })).status).toBe('signed')
  })

  test('the co-sign queue lists notes of a therapist who is marked as pre-licensed only by the organization', async () => {
    const { associate: userId } = clinic.ids
    await owner.members.setPrelicensed({ userId, isPrelicensed: true })
    await associate.accounts.update({ isPrelicensed: false })
    const second = await buildSignedNote(world, clinic)
    expect(await listed(supervisor)).toEqual([sessionId, second])
    await owner.members.setPrelicensed({ userId, isPrelicensed: false })
    const third = await buildOwnNote(world, userId)
    expect((await associate.signatures.get({ sessionId: third })).toSign).toMatchObject({ supervisor: null })
    await signAsAuthor(associate, third)
    expect((await associate.signatures.get({ sessionId: third })).status).toBe('signed')
    expect(await listed(supervisor)).toEqual([sessionId, second])
  })

  test('a therapist who is marked as pre-licensed in one organization needs no co-signature in another', async () => {
    const elsewhere = await buildClinic(world)
    const { associate: userId } = elsewhere.ids
    await elsewhere.apis.associate.accounts.update({ isPrelicensed: false })
    await buildMember(world, { organizationId: clinic.organizationId, userId })
    await owner.members.setPrelicensed({ userId, isPrelicensed: true })
    const own = await buildOwnNote(world, userId)
    await signAsAuthor(elsewhere.apis.associate, own)
    expect((await elsewhere.apis.associate.signatures.get({ sessionId: own })).status).toBe('signed')
  })

  test('a note to co-sign moves to the new supervisor, or to the owner if there is none', async () => {
    const assign = (supervisorId: string | null) =>
      owner.members.assignSupervisor({ userId: clinic.ids.associate, supervisorId })
    await assign(clinic.ids.otherSupervisor)
    expect([await listed(supervisor), await listed(otherSupervisor)]).toEqual([[], [sessionId]])
    await expect(sign(supervisor)).rejects.toMatchObject({ code: 'session_missing' })
    await owner.members.remove({ userId: clinic.ids.otherSupervisor })
    expect((await owner.cosign.queue()).others).toMatchObject([{ sessionId, supervisorName: null }])
  })

  test('the co-sign queue can be read but not changed while viewing as the supervisor', async () => {
    const viewer = await viewAs(world, clinic.ids.owner, clinic.ids.supervisor)
    expect(await listed(viewer)).toEqual([sessionId])
    const { version } = await viewer.cosign.get({ sessionId })
    await expect(viewer.cosign.comment({ sessionId, version, ...firstSentence, text: 'Why?' })).rejects.toMatchObject({
      code: 'viewing_read_only',
    })
  })
})

describe('comments', () => {
  test('comments on a note belong to a sentence of the signed version, and the author can reply', async () => {
    const { items } = await comment(supervisor)
    expect(items).toMatchObject([
      { ...firstSentence, quote: 'Subjective as observed.', authorName: 'Ruth Halden', credentials: 'PhD' },
    ])
    const commentId = items[0]?.id ?? ''
    await associate.cosign.reply({ sessionId, commentId, text: 'Since May.' })
    const [asRead] = (await associate.cosign.comments({ sessionId })).items
    expect(asRead).toMatchObject({ text: 'Since when?', replies: [{ text: 'Since May.', authorName: 'Tamsin Okell' }] })
    expect((await supervisor.cosign.get({ sessionId })).comments).toEqual([asRead])
    expect(await eventsAbout(sessionId)).toEqual([
      'cosign.read',
      'note.commented',
      'note.comment_answered',
      'note.comments_read',
      'cosign.read',
    ])
  })

  test('a comment or reply whose request is repeated is added once, also after the note was returned and signed again', async () => {
    const input = { sessionId, version: 1, ...firstSentence, text: 'Since when?', requestId: randomUUID() }
    const threads = await Promise.all(Array.from({ length: 5 }, () => supervisor.cosign.comment(input)))
    for (const { items } of threads) expect(items).toMatchObject([{ text: 'Since when?', replies: [] }])
    const answer = { sessionId, commentId: threads[0]?.items[0]?.id ?? '', text: 'In May.', requestId: randomUUID() }
    await Promise.all(Array.from({ length: 5 }, () => associate.cosign.reply(answer)))
    await supervisor.cosign.return({ sessionId, version: 1 })
    await associate.notes.save({ sessionId, baseVersion: 1, noteType: 'SOAP', sections: changedSections })
    await signAsAuthor(associate, sessionId)
    expect((await supervisor.cosign.comment(input)).items).toHaveLength(1)
    await sign(supervisor)
    expect((await associate.cosign.reply(answer)).items).toMatchObject([{ replies: [{ text: 'In May.' }] }])
  })

  test('comments on a note are rejected from the author, owners and other supervisors, and on unknown sentences', async () => {
    const input = { sessionId, version: 1, ...firstSentence, text: 'Why?' }
    await expect(associate.cosign.comment(input)).rejects.toMatchObject({ code: 'cosign_own_note' })
    await expect(owner.cosign.comment(input)).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(otherSupervisor.cosign.comment(input)).rejects.toMatchObject({ code: 'session_missing' })
    await expect(supervisor.cosign.comment({ ...input, sentence: 7 })).rejects.toMatchObject({
      code: 'comment_missing',
      message: 'This comment or sentence no longer exists. Reload the page.',
    })
    await expect(supervisor.cosign.comment({ ...input, version: 9 })).rejects.toMatchObject({ code: 'cosign_changed' })
    await expect(associate.cosign.reply({ sessionId, commentId: randomUUID(), text: 'Why?' })).rejects.toMatchObject({
      code: 'comment_missing',
    })
  })
})

describe('returning a note', () => {
  test('returning a note needs a comment on the newest signature', async () => {
    const returnNote = () => supervisor.cosign.return({ sessionId, version: 1 })
    await expect(returnNote()).rejects.toMatchObject({
      code: 'return_without_comment',
      message: 'Add a comment before returning',
    })
    await comment(supervisor)
    expect((await returnNote()).returned).toMatchObject([{ sessionId, commentCount: 1, returnedBy: 'Ruth Halden' }])
    await signAsAuthor(associate, sessionId)
    await expect(returnNote()).rejects.toMatchObject({ code: 'return_without_comment' })
  })

  test('returning a note unlocks it for its author and keeps the superseded signature', async () => {
    await comment(supervisor)
    await supervisor.cosign.return({ sessionId, version: 1 })
    const { returned } = await associate.cosign.comments({ sessionId })
    expect(returned).toMatchObject({ byName: 'Ruth Halden', version: 1 })
    const { note } = await associate.notes.get({ sessionId })
    expect(note.status).toBe('returned')
    const sections = note.sections.map(({ title, content }) => ({ title, content: `${content} Since May.` }))
    await associate.notes.save({ sessionId, baseVersion: 1, noteType: 'SOAP', sections })
    await signAsAuthor(associate, sessionId)
    const { signatures } = await associate.signatures.get({ sessionId })
    expect(signatures).toMatchObject([
      { version: 1, superseded: { kind: 'returned', reason: 'Since when?' } },
      { version: 2, superseded: null },
    ])
    expect(await listed(supervisor)).toEqual([sessionId])
    const read = await supervisor.cosign.get({ sessionId })
    expect(read).toMatchObject({ version: 2, item: { commentCount: 0 }, comments: [{ version: 1 }] })
    expect(read.sections[0]?.content).toContain('Since May.')
  })

  test('returning a note is rejected for users other than the co-signer, and for another version than the signed one', async () => {
    await comment(supervisor)
    await expect(associate.cosign.return({ sessionId, version: 1 })).rejects.toMatchObject({ code: 'cosign_own_note' })
    await expect(owner.cosign.return({ sessionId, version: 1 })).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(supervisor.cosign.return({ sessionId, version: 3 })).rejects.toMatchObject({
      code: 'cosign_changed',
      message: 'Tamsin Okell signed a new version. Reload to read it.',
    })
    expect(await statusOf()).toBe('awaiting_cosign')
  })
})

describe('co-signing', () => {
  test('co-signing adds a second signature with the chosen statement, and locks the note', async () => {
    const { toCosign, cosigned } = await sign(supervisor)
    expect([toCosign, cosigned]).toMatchObject([[], [{ sessionId, status: 'signed' }]])
    const { status, signatures } = await associate.signatures.get({ sessionId })
    expect(status).toBe('signed')
    expect(signatures).toMatchObject([
      { role: 'author', name: 'Tamsin Okell', superseded: null },
      {
        role: 'cosigner',
        name: 'Ruth Halden',
        credentials: 'PhD',
        attestationText: 'I reviewed this note as supervisor; I did not see the client.',
        authMethod: 'password',
        isIntact: true,
      },
    ])
    await expect(sign(supervisor, { version: 1, contentSha256: '' })).rejects.toMatchObject({
      code: 'cosign_not_waiting',
      message: 'This note does not await a co-signature.',
    })
    await expect(associate.signatures.unlock({ sessionId, reason: 'Typo' })).rejects.toMatchObject({
      code: 'note_cosigned',
    })
  })

  test('co-signing succeeds once if ten requests arrive in parallel', async () => {
    const read = await supervisor.cosign.get({ sessionId })
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => sign(supervisor, read)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('co-signing requires the version on screen, a confirmation of identity and the co-signer’s credentials', async () => {
    const read = await supervisor.cosign.get({ sessionId })
    const attempt = (changes: object) => supervisor.cosign.sign({ sessionId, ...read, wasPresent: true, ...changes })
    await expect(attempt({ version: 2 })).rejects.toMatchObject({ code: 'cosign_changed' })
    await expect(attempt({ contentSha256: 'f'.repeat(64) })).rejects.toMatchObject({ code: 'cosign_changed' })
    await confirmIdentity(world, clinic.ids.supervisor, 6)
    await expect(attempt({})).rejects.toMatchObject({ code: 'confirmation_missing' })
    await confirmIdentity(world, clinic.ids.supervisor)
    const write = (credentials: string) =>
      world.db.updateTable('users').set({ credentials }).where('id', '=', clinic.ids.supervisor).execute()
    await write('')
    await expect(attempt({})).rejects.toMatchObject({ code: 'credentials_missing' })
    await write('PhD')
    await attempt({})
    expect((await associate.signatures.get({ sessionId })).signatures[1]?.attestationText).toBe('I was present.')
  })

  test('co-signing is rejected for the author, owners and other supervisors', async () => {
    const read = await supervisor.cosign.get({ sessionId })
    await expect(sign(associate, read)).rejects.toMatchObject({
      code: 'cosign_own_note',
      message: 'This is your own note. Your supervisor comments on it and co-signs it.',
    })
    await expect(sign(owner, read)).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(sign(otherSupervisor, read)).rejects.toMatchObject({ code: 'session_missing' })
    expect(await statusOf()).toBe('awaiting_cosign')
  })
})

describe('reassigning a note', () => {
  const assign = (api: Api, userId: string) => api.cosign.assign({ sessionId, userId })

  test('a note can be reassigned to another supervisor, who reads and co-signs it', async () => {
    expect((await assign(owner, clinic.ids.otherSupervisor)).others).toMatchObject([
      { assigned: { userId: clinic.ids.otherSupervisor, name: 'Sten Aker' } },
    ])
    expect(await listed(otherSupervisor)).toEqual([sessionId])
    await comment(otherSupervisor, 'Which night?')
    expect((await associate.cosign.comments({ sessionId })).items).toMatchObject([{ text: 'Which night?' }])
    await sign(otherSupervisor)
    expect((await associate.signatures.get({ sessionId })).signatures[1]?.name).toBe('Sten Aker')
    expect(await eventsAbout(sessionId)).toContain('note.cosigner_assigned')
    await expect(assign(owner, clinic.ids.supervisor)).rejects.toMatchObject({ code: 'cosign_not_waiting' })
  })

  test('a note cannot be reassigned by a supervisor or its author, or to its author, a therapist or a stranger', async () => {
    for (const api of [supervisor, associate])
      await expect(assign(api, clinic.ids.otherSupervisor)).rejects.toMatchObject({ code: 'not_allowed' })
    const therapist = (await buildMember(world, { organizationId: clinic.organizationId })).userId
    const stranger = (await buildMember(world, { role: 'supervisor' })).userId
    for (const userId of [clinic.ids.associate, therapist, stranger, 'no-such-thing'])
      await expect(assign(owner, userId)).rejects.toMatchObject({
        code: 'cosigner_unsuitable',
        message: 'Choose a supervisor, admin or owner of your organization who did not write this note.',
      })
  })

  test('the assignment of a co-signer ends when the assigned member leaves', async () => {
    await assign(owner, clinic.ids.otherSupervisor)
    await owner.members.remove({ userId: clinic.ids.otherSupervisor })
    expect((await owner.cosign.queue()).others).toMatchObject([{ assigned: null, supervisorName: 'Ruth Halden' }])
    expect(await listed(supervisor)).toEqual([sessionId])
  })
})

test('the absence of a supervisor is shown to the author and the owner until its last day', async () => {
  expect((await supervisor.cosign.setAway({ until: '2040-12-01' })).awayUntil).toBe('2040-12-01')
  expect((await owner.cosign.queue()).others).toMatchObject([{ awayUntil: '2040-12-01' }])
  expect(await associate.cosign.comments({ sessionId })).toMatchObject({
    cosignerName: 'Ruth Halden',
    awayUntil: '2040-12-01',
  })
  expect((await supervisor.cosign.setAway({ until: '2020-01-01' })).awayUntil).toBeNull()
  expect((await owner.cosign.queue()).others).toMatchObject([{ awayUntil: null }])
})

test('a note stays in the co-sign queue after its client was transferred', async () => {
  const other = (await buildMember(world, { organizationId: clinic.organizationId })).userId
  const { client } = await associate.notes.get({ sessionId })
  await owner.clients.transfer({ clientId: client.id, therapistId: other })
  expect(await listed(supervisor)).toEqual([sessionId])
  await sign(supervisor)
  expect(await statusOf()).toBe('signed')
})
