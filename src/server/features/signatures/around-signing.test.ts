import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Statement } from '#shared/contract/notes.ts'
import { buildDraftedNote, buildOrganization, buildSession, buildTranscript } from '#test/build.ts'
import { buildSigner, sign } from '#test/signing.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let signer: Awaited<ReturnType<typeof buildSigner>>

beforeAll(async () => {
  world = await createWorld()
  signer = await buildSigner(world)
})
afterAll(() => world.close())

const texts = ['How did you sleep?', 'I slept four hours.', 'And the week?', 'It was long.']
const written = (text: string): Statement[] => [{ text, evidence: [], check: 'clinician' }]
const cited: Statement = {
  text: 'She slept four hours.',
  evidence: [{ utteranceId: 'u2', quote: 'I slept four hours.' }],
  check: 'supported',
}

/** Creates a note with one sentence that cites the transcript, and without open review items. */
async function buildCitingNote(): Promise<string> {
  const { id: sessionId } = await buildSession(world, { clientId: signer.clientId })
  await buildTranscript(world, { sessionId, texts })
  await buildDraftedNote(world, {
    sessionId,
    statements: {
      Subjective: [cited],
      Objective: written('Alert.'),
      Assessment: written('Tired.'),
      Plan: written('Rest.'),
    },
  })
  return sessionId
}

/** Corrects the words of the turn at this index, with the request of the note page. */
const correct = (sessionId: string, at: number, text: string) => {
  const speaker = at % 2 === 1 ? ('client' as const) : ('therapist' as const)
  const before = { text: texts[at] ?? '', speaker }
  return signer.api.notes.correctTurn({ sessionId, utteranceId: `u${at + 1}`, before, after: { text, speaker } })
}

const signingInputOf = async (sessionId: string) => {
  const { toSign } = await signer.api.signatures.get({ sessionId })
  if (!toSign) throw new Error('not signable')
  const { version, contentSha256, attestationText } = toSign
  return { sessionId, version, contentSha256, attestationText }
}

describe('a transcript that is corrected', () => {
  test('a correction of the transcript removes evidence from an unsigned note, which can be signed after a review', async () => {
    const sessionId = await buildCitingNote()
    await correct(sessionId, 1, 'I slept about as usual.')
    const { items } = await signer.api.review.get({ sessionId })
    expect(items).toMatchObject([{ kind: 'unsupported', text: cited.text }])
    await expect(signer.api.signatures.sign(await signingInputOf(sessionId))).rejects.toMatchObject({
      code: 'note_to_review',
    })
    const [item] = items
    if (!item) throw new Error('nothing to review')
    await signer.api.review.decide({ sessionId, itemId: item.id, baseVersion: 1, decision: { kind: 'keep' } })
    expect((await sign(signer.api, sessionId)).signatures).toMatchObject([{ version: 1, isIntact: true }])
  })

  test('a correction of the transcript during signing either precedes the signature or is rejected', async () => {
    const sessionId = await buildCitingNote()
    const input = await signingInputOf(sessionId)
    const [signed, ...corrected] = await Promise.allSettled([
      signer.api.signatures.sign(input),
      correct(sessionId, 0, 'How was your sleep?'),
      correct(sessionId, 2, 'How was the week?'),
      correct(sessionId, 3, 'It was very long.'),
    ])
    expect(signed).toMatchObject({ status: 'fulfilled' })
    const rejections = corrected.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(rejections).toEqual(rejections.map(() => expect.objectContaining({ code: 'note_signed' })))
    const correctionCount = corrected.filter(({ status }) => status === 'fulfilled').length
    expect(await signer.api.transcripts.get({ sessionId })).toMatchObject({ revision: correctionCount })
    expect((await signer.api.signatures.get({ sessionId })).signatures).toMatchObject([{ isIntact: true }])
    await expect(correct(sessionId, 1, 'Nothing.')).rejects.toMatchObject({ code: 'note_signed' })
  })
})

describe('a note that was opened for signing', () => {
  test('a note is signed once if two tabs sign it, and a tab that shows an older version cannot sign it', async () => {
    const sessionId = await buildCitingNote()
    const older = await signingInputOf(sessionId)
    const { note } = await signer.api.notes.get({ sessionId })
    const sections = note.sections.map(({ title, content }) => ({ title, content: `${content} Seen again.` }))
    await signer.api.notes.save({ sessionId, baseVersion: 1, noteType: 'SOAP', sections })
    const { items } = await signer.api.review.get({ sessionId })
    expect(items).toEqual([])
    const newer = await signingInputOf(sessionId)
    const noteChanged = { code: 'note_changed' }
    await expect(signer.api.signatures.sign(older)).rejects.toMatchObject(noteChanged)
    // First the newer version with the hash of the older version, then the older version with the newer hash.
    await expect(signer.api.signatures.sign({ ...newer, contentSha256: older.contentSha256 })).rejects.toMatchObject(
      noteChanged,
    )
    await expect(signer.api.signatures.sign({ ...newer, version: 1 })).rejects.toMatchObject(noteChanged)
    const tabs = await Promise.allSettled([signer.api.signatures.sign(newer), signer.api.signatures.sign(newer)])
    expect(tabs.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('a note opened before a transfer of its client can be signed by neither of the two therapists', async () => {
    const { id: organizationId, ownerId } = await buildOrganization(world)
    const [from, to] = [await buildSigner(world, { organizationId }), await buildSigner(world, { organizationId })]
    const sessionId = await from.draft()
    const { toSign } = await from.api.signatures.get({ sessionId })
    if (!toSign) throw new Error('not signable')
    const input = { sessionId, ...toSign }
    await (
      await world.as(ownerId)
    ).clients.transfer({ clientId: from.clientId, therapistId: to.userId, mayStayUnsigned: true })
    await expect(from.api.signatures.sign(input)).rejects.toMatchObject({ code: 'session_missing' })
    expect((await to.api.signatures.get({ sessionId })).toSign).toBeNull()
    await expect(to.api.signatures.sign(input)).rejects.toMatchObject({ code: 'note_of_other' })
    expect(await to.api.signatures.get({ sessionId })).toMatchObject({ status: 'draft', signatures: [] })
  })
})

describe('the contact with the client', () => {
  test('a signature covers the contact with the client', async () => {
    const sessionId = await signer.draft()
    const before = await signingInputOf(sessionId)
    await sql`update sessions set contact = 'phone call' where id = ${sessionId}`.execute(world.db)
    await expect(signer.api.signatures.sign(before)).rejects.toMatchObject({ code: 'note_changed' })
    const { toSign } = await signer.api.signatures.get({ sessionId })
    expect(toSign?.facts).toMatchObject({ contact: 'phone call', participants: [] })
    await sign(signer.api, sessionId)
    await expect(
      sql`update sessions set contact = 'session' where id = ${sessionId}`.execute(world.db),
    ).rejects.toThrow('signed records do not change')
  })

  test('a signature from before signatures covered the contact stays valid', async () => {
    const sessionId = await signer.draft()
    await sign(signer.api, sessionId)
    await sql`alter table note_signatures disable trigger unchanged`.execute(world.db)
    await sql`update note_signatures set covers_contact = null, content_sha256 = app.note_content_sha256(session_id, version, null)
      where session_id = ${sessionId}`.execute(world.db)
    await sql`update note_signatures set sha256 = app.entry_sha256(to_jsonb(note_signatures)) where session_id = ${sessionId}`.execute(
      world.db,
    )
    await sql`alter table note_signatures enable trigger unchanged`.execute(world.db)
    expect((await signer.api.signatures.get({ sessionId })).signatures).toMatchObject([{ isIntact: true }])
  })
})

describe('a note that was signed', () => {
  /** Creates a note whose signature has this age, e.g. `23:59`. */
  async function buildSignedNote(age: string): Promise<string> {
    const sessionId = await signer.draft()
    await sign(signer.api, sessionId)
    await sql`alter table note_signatures disable trigger unchanged`.execute(world.db)
    await sql`update note_signatures set signed_at = now() - ${age}::interval where session_id = ${sessionId}`.execute(
      world.db,
    )
    await sql`alter table note_signatures enable trigger unchanged`.execute(world.db)
    return sessionId
  }
  const unlock = (sessionId: string) => signer.api.signatures.unlock({ sessionId, reason: 'A wrong word.' })

  test('a note signed less than 24 hours ago can be unlocked', async () => {
    const sessionId = await buildSignedNote('23:59')
    expect((await signer.api.signatures.get({ sessionId })).canUnlockUntil).not.toBeNull()
    expect(await unlock(sessionId)).toMatchObject({ status: 'draft' })
  })

  test('a note signed more than 24 hours ago cannot be unlocked', async () => {
    const sessionId = await buildSignedNote('24:01')
    expect((await signer.api.signatures.get({ sessionId })).canUnlockUntil).toBeNull()
    await expect(unlock(sessionId)).rejects.toMatchObject({ code: 'unlock_too_late' })
  })
})
