import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SpokenWords } from '#shared/contract/transcripts.ts'
import { connectAs, refused, type RoleConnection } from '#test/isolation/as-role.ts'
import { buildDraftedNote, buildMember, buildSession } from '#test/build.ts'
import { otherReaders, strangers } from '#test/clinic.ts'
import { setRole } from '#test/transcript.ts'
import { type DraftingHarness, createDraftingHarness } from '#test/drafting-harness.ts'

const riskQuestion = 'Are you thinking of suicide?'
const texts = [
  'How have you been sleeping?',
  'I wake up at three and I lie there worrying about my job.',
  riskQuestion,
  'No.',
  'Thank you. And how is work going for you these days?',
  'I start the new post on Monday, and I am looking forward to it.',
]

let harness: DraftingHarness
let webConnection: RoleConnection
beforeAll(async () => {
  harness = await createDraftingHarness()
  webConnection = await connectAs(harness.world, 'app_web')
})
afterAll(async () => {
  await webConnection.close()
  await harness.close()
})

let sessionId = ''
beforeEach(async () => {
  ;({ sessionId } = await harness.newSession({ texts }))
  await buildDraftedNote(harness.world, { sessionId })
})

const spokenWords = (text: string, speaker: SpokenWords['speaker'] = 'client'): SpokenWords => ({ text, speaker })
const wordsOfTurn = (at: number) => texts[at - 1] ?? ''
const correct = (
  at: number,
  after: SpokenWords,
  before = spokenWords(wordsOfTurn(at), at % 2 ? 'therapist' : 'client'),
) => harness.api.notes.correctTurn({ sessionId, utteranceId: `u${at}`, before, after })
const turns = async () => (await harness.api.transcripts.get({ sessionId })).utterances
const storedOriginals = () =>
  harness.world.db
    .selectFrom('transcript_corrections')
    .selectAll()
    .where('session_id', '=', sessionId)
    .orderBy('corrected_at')
    .execute()
const correctionEvents = () =>
  harness.world.db
    .selectFrom('audit_events')
    .selectAll()
    .where('resource_id', '=', sessionId)
    .where('action', 'in', ['transcript.corrected', 'transcript.restored'])
    .orderBy('seq')
    .execute()

describe('correcting a turn', () => {
  test('correcting a turn changes its words and stores the original words, and the audit event does not contain words', async () => {
    const { transcript } = await correct(2, spokenWords('  I wake up at four. '))
    expect(transcript.utterances[1]).toMatchObject({
      text: 'I wake up at four.',
      original: spokenWords(wordsOfTurn(2)),
    })
    expect(await turns()).toEqual(transcript.utterances)
    expect(await storedOriginals()).toEqual([
      expect.objectContaining({
        utterance_id: 'u2',
        corrected_by: harness.clinic.therapistId,
        ...spokenWords(wordsOfTurn(2)),
      }),
    ])
    const [event] = await correctionEvents()
    expect(event).toMatchObject({
      action: 'transcript.corrected',
      details: { turn: 'u2', words: true, speaker: false },
    })
    expect(JSON.stringify(event)).not.toContain('wake')
  })

  test('correcting the speaker of a turn changes no other turn', async () => {
    const { transcript } = await correct(2, spokenWords(wordsOfTurn(2), 'other'))
    expect(transcript.utterances.map(({ speaker }) => speaker)).toEqual([
      'therapist',
      'other',
      'therapist',
      'client',
      'therapist',
      'client',
    ])
    expect(transcript.utterances[1]?.original).toEqual(spokenWords(wordsOfTurn(2)))
  })

  test('a turn can get its original words back after several corrections, and every correction is stored', async () => {
    await correct(2, spokenWords('One.'))
    await correct(2, spokenWords('Two.', 'therapist'), spokenWords('One.'))
    const { transcript } = await correct(2, spokenWords(wordsOfTurn(2)), spokenWords('Two.', 'therapist'))
    expect(transcript.utterances[1]).toEqual(expect.not.objectContaining({ original: expect.anything() }))
    expect((await storedOriginals()).map(({ text }) => text)).toEqual([wordsOfTurn(2), 'One.', 'Two.'])
    expect((await correctionEvents()).map(({ action }) => action)).toEqual([
      'transcript.corrected',
      'transcript.corrected',
      'transcript.restored',
    ])
  })

  test('correcting a turn without a change stores nothing, and is audited as reading', async () => {
    await correct(2, spokenWords(wordsOfTurn(2)))
    expect(await storedOriginals()).toEqual([])
    expect(await correctionEvents()).toEqual([])
    const events = harness.world.db.selectFrom('audit_events').where('resource_id', '=', sessionId).orderBy('action')
    const read = await events.where('action', 'like', '%.read').select(['action', 'client_id']).execute()
    const client_id = expect.any(String)
    expect(read).toEqual([
      { action: 'note.read', client_id },
      { action: 'transcript.read', client_id },
    ])
  })

  test('correcting quoted words removes the evidence of a sentence, but keeps its text and adds no version', async () => {
    const before = await harness.note(sessionId)
    expect(before.sections[0]?.statements[0]).toMatchObject({ check: 'supported', evidence: [{ utteranceId: 'u2' }] })
    const { note } = await correct(2, spokenWords('I sleep through until the alarm rings.'))
    expect(note.sections[0]).toMatchObject({
      content: before.sections[0]?.content,
      statements: [{ text: before.sections[0]?.statements[0]?.text, evidence: [], check: 'unsupported' }],
    })
    expect(note.version).toBe(before.version)
    expect((await harness.note(sessionId)).sections).toEqual(note.sections)
  })

  test('correcting a turn does not remove the evidence of a sentence whose quoted words are unchanged', async () => {
    const { note } = await correct(2, spokenWords(`Well, ${wordsOfTurn(2)}`))
    expect(note.sections[0]?.statements[0]).toMatchObject({ check: 'supported' })
  })

  test('restoring the original words of a turn restores the evidence of a sentence', async () => {
    const before = await harness.note(sessionId)
    await correct(2, spokenWords('I sleep well.'))
    const { note } = await correct(2, spokenWords(wordsOfTurn(2)), spokenWords('I sleep well.'))
    expect(note.sections).toEqual(before.sections)
  })

  test('correcting a turn does not change the clinician’s own sentences', async () => {
    const note = await harness.note(sessionId)
    const sections = note.sections.map(({ title }, at) => ({ title, content: at === 0 ? 'Ada wakes at three.' : '' }))
    await harness.api.notes.save({ sessionId, noteType: 'SOAP', baseVersion: 1, sections })
    const corrected = await correct(2, spokenWords('I sleep well.'))
    expect(corrected.note.sections[0]?.statements).toEqual([
      { text: 'Ada wakes at three.', evidence: [], check: 'clinician' },
    ])
  })

  test('correcting a turn updates the safety passages of the note', async () => {
    const suicideOf = (note: Awaited<ReturnType<typeof harness.note>>) =>
      note.safety.filter(({ topic }) => topic === 'suicide').map(({ finding }) => finding)
    const { note } = await correct(4, spokenWords('Yes. I have the pills at home and I want to kill myself.'))
    expect(suicideOf(note)).toContain('stated')
    expect(suicideOf(await harness.note(sessionId))).toEqual(suicideOf(note))
  })

  test('after a correction of a turn, the therapist can analyze the session again', async () => {
    await harness.world.db
      .insertInto('insights')
      .values({
        session_id: sessionId,
        organization_id: harness.clinic.organizationId,
        therapist_id: harness.clinic.therapistId,
        state: 'ready',
      })
      .execute()
    expect((await harness.api.insights.get({ sessionId })).canAnalyze).toBe(false)
    await correct(2, spokenWords('I sleep well.'))
    expect((await harness.api.insights.get({ sessionId })).canAnalyze).toBe(true)
  })

  test('correcting a turn detects the language of the turn again', async () => {
    const { transcript } = await correct(
      2,
      spokenWords('Ich wache jede Nacht um drei Uhr auf und denke an meine Arbeit, an das Geld und an die Kinder.'),
    )
    expect(transcript.utterances[1]?.language).toBe('de')
    expect((await harness.api.notes.get({ sessionId })).session.otherLanguage).toEqual({ code: 'de', isPartly: true })
  })

  test('a draft in progress is checked against a turn that was corrected in the meantime', async () => {
    await harness.api.notes.changeType({ sessionId, noteType: 'DAP' })
    await harness.run(
      sessionId,
      harness.meanwhile(() => correct(2, spokenWords('I sleep through until the alarm rings.'))),
    )
    const note = await harness.note(sessionId)
    expect(note).toMatchObject({ noteType: 'DAP', state: 'ready' })
    expect(note.sections[0]?.statements[0]).toMatchObject({ check: 'unsupported', evidence: [] })
  })
})

describe('rejected corrections', () => {
  test('rejects a correction of a turn that has changed in the meantime, with the current words of the turn', async () => {
    await correct(2, spokenWords('I wake up at four.'))
    // The same request after a lost response succeeds.
    await correct(2, spokenWords('I wake up at four.'))
    await expect(correct(2, spokenWords('I wake up at five.'))).rejects.toMatchObject({
      code: 'turn_changed',
      status: 409,
      data: { now: spokenWords('I wake up at four.') },
    })
    await setRole(harness.api, { sessionId, label: 'Speaker 2', speaker: 'other' })
    await expect(correct(4, spokenWords('Sometimes.'))).rejects.toMatchObject({ code: 'turn_changed' })
    expect((await turns())[1]?.text).toBe('I wake up at four.')
  })

  test('only one of two parallel corrections of a turn is accepted', async () => {
    const both = await Promise.allSettled([correct(2, spokenWords('One.')), correct(2, spokenWords('Two.'))])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await storedOriginals()).toHaveLength(1)
  })

  test('two parallel corrections of different turns are accepted, and the evidence is checked against both', async () => {
    await Promise.all([correct(2, spokenWords('I sleep well.')), correct(4, spokenWords('Sometimes I do.'))])
    expect((await turns()).map(({ text }) => text).slice(1, 4)).toEqual([
      'I sleep well.',
      riskQuestion,
      'Sometimes I do.',
    ])
    expect((await harness.note(sessionId)).sections[0]?.statements[0]?.evidence).toEqual([])
  })

  test.each(['', '  \n '])('rejects a correction of a turn to a text without words: %j', async (text) => {
    await expect(correct(2, spokenWords(text))).rejects.toMatchObject({ code: 'input_invalid', status: 422 })
  })

  test('rejects a correction of a missing turn, or of a session without a transcript', async () => {
    await expect(correct(9, spokenWords('Yes.'))).rejects.toMatchObject({ code: 'turn_missing', status: 404 })
    const { clientId } = await harness.api.sessions.get({ sessionId })
    const { id } = await buildSession(harness.world, { clientId })
    const change = { utteranceId: 'u1', before: spokenWords('a'), after: spokenWords('b') }
    await expect(harness.api.notes.correctTurn({ sessionId: id, ...change })).rejects.toMatchObject({
      code: 'transcript_missing',
    })
  })

  test('rejects corrections of a turn by users other than the session’s therapist', async () => {
    const { clinic } = harness
    const change = { sessionId, utteranceId: 'u2', before: spokenWords(wordsOfTurn(2)), after: spokenWords('Changed.') }
    for (const role of otherReaders) {
      await expect(clinic[role].notes.correctTurn(change)).rejects.toMatchObject({ code: 'not_allowed', status: 403 })
    }
    for (const role of strangers) {
      await expect(clinic[role].notes.correctTurn(change)).rejects.toMatchObject({ code: 'session_missing' })
    }
    await expect(clinic.anonymous.notes.correctTurn(change)).rejects.toMatchObject({ code: 'not_signed_in' })
    expect(await storedOriginals()).toEqual([])
  })
})

/** Transfers a client with one session to another therapist. */
async function transferSession(id: string, therapistId: string): Promise<void> {
  const { db } = harness.world
  const { client_id } = await db
    .selectFrom('sessions')
    .select('client_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await db.updateTable('clients').set({ therapist_id: therapistId }).where('id', '=', client_id).execute()
  await db.updateTable('sessions').set({ therapist_id: therapistId }).where('id', '=', id).execute()
  for (const table of ['notes', 'note_versions', 'transcripts'] as const)
    await db.updateTable(table).set({ therapist_id: therapistId }).where('session_id', '=', id).execute()
}

describe('the original words of a turn', () => {
  const insert = `insert into transcript_corrections (session_id, utterance_id, corrected_by, text, speaker) values ($1, 'u1', $2, 'a', 'client')`

  test('the database lets only the session’s therapist store original words of a turn, under their own name', async () => {
    const { organizationId, therapistId } = harness.clinic
    const { userId: colleagueId } = await buildMember(harness.world, { organizationId })
    expect(await webConnection.outcome(therapistId, [insert, [sessionId, therapistId]])).toBe('done')
    expect(await webConnection.outcome(therapistId, [insert, [sessionId, colleagueId]])).toBe(refused)
    expect(await webConnection.outcome(colleagueId, [insert, [sessionId, colleagueId]])).toBe(refused)
  })

  test('the client’s next therapist can read the original words of a turn but cannot add any', async () => {
    const { organizationId, therapistId } = harness.clinic
    const { userId: nextId } = await buildMember(harness.world, { organizationId })
    await correct(2, spokenWords('I wake up at four.'))
    await transferSession(sessionId, nextId)
    expect(await webConnection.outcome(nextId, [insert, [sessionId, nextId]])).toBe(refused)
    expect(await webConnection.outcome(therapistId, [insert, [sessionId, therapistId]])).toBe(refused)
    const next = await harness.world.as(nextId)
    expect((await next.transcripts.get({ sessionId })).utterances[1]).toMatchObject({
      original: spokenWords(wordsOfTurn(2)),
    })
    const change = {
      sessionId,
      utteranceId: 'u2',
      before: spokenWords('I wake up at four.'),
      after: spokenWords('Changed.'),
    }
    await expect(next.notes.correctTurn(change)).rejects.toMatchObject({ code: 'note_of_other' })
  })

  test('the database does not let the therapist change or delete stored original words of a turn', async () => {
    const { therapistId } = harness.clinic
    await correct(2, spokenWords('I wake up at four.'))
    expect(
      await webConnection.outcome(therapistId, [
        'update transcript_corrections set text = $2 where session_id = $1',
        [sessionId, 'x'],
      ]),
    ).toBe(refused)
    expect(
      await webConnection.outcome(therapistId, [
        'delete from transcript_corrections where session_id = $1',
        [sessionId],
      ]),
    ).toBe(refused)
  })
})
