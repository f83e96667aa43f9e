import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TranscriptEdit } from '#shared/contract/transcript-edits.ts'
import { buildClient, buildDraftedNote, buildMember, buildSession, buildTranscript } from '#test/build.ts'
import { otherReaders, strangers } from '#test/clinic.ts'
import { createDraftingHarness, type DraftingHarness } from '#test/drafting-harness.ts'
import { connectAs, refused, type RoleConnection } from '#test/isolation/as-role.ts'
import { editTranscript } from '#test/transcript.ts'

const texts = [
  'How have you been sleeping?',
  'Not well. I wake up at three and I lie there worrying about my job.',
  'What goes through your mind?',
  'That I will be let go. 🌧️ Really.',
  'And then?',
  'Then the alarm rings.',
]

let harness: DraftingHarness
let web: RoleConnection
beforeAll(async () => {
  harness = await createDraftingHarness()
  web = await connectAs(harness.world, 'app_web')
})
afterAll(async () => {
  await web.close()
  await harness.close()
})

let sessionId = ''
beforeEach(async () => {
  ;({ sessionId } = await harness.newSession({ texts }))
  await buildDraftedNote(harness.world, { sessionId })
})

const edit = (change: TranscriptEdit) => editTranscript(harness.api, sessionId, change)
const readTranscript = () => harness.api.transcripts.get({ sessionId })
const undo = async () => {
  const { revision } = await readTranscript()
  const rows = await storedEdits()
  const undone = new Set(rows.map(({ undoes }) => undoes))
  const last = rows.findLast((row) => row.undoes === null && !undone.has(row.revision))
  return await harness.api.notes.undoTranscriptEdit({ sessionId, revision, undoes: last?.revision ?? 0 })
}
const storedEdits = () =>
  harness.world.db
    .selectFrom('transcript_edits')
    .selectAll()
    .where('session_id', '=', sessionId)
    .orderBy('revision')
    .execute()
const citedSentence = async () => (await harness.note(sessionId)).sections[0]?.statements[0]
const quote = 'I wake up at three'
const cut = (texts[1] ?? '').indexOf('I wake')
const split: TranscriptEdit = { kind: 'split', utteranceId: 'u2', at: cut }

describe('speakers of a transcript', () => {
  test('a speaker is renamed in all turns, but not to the name of another speaker', async () => {
    const { transcript } = await edit({ kind: 'rename', label: 'Speaker 2', name: '  Ada   Moss ' })
    expect(transcript.utterances.map(({ label }) => label)).toEqual(
      texts.map((_, at) => (at % 2 ? 'Ada Moss' : 'Speaker 1')),
    )
    await expect(edit({ kind: 'rename', label: 'Speaker 1', name: 'ada moss' })).rejects.toMatchObject({
      code: 'input_invalid',
    })
    await expect(edit({ kind: 'rename', label: 'Zoe', name: 'Kim' })).rejects.toMatchObject({ code: 'input_invalid' })
  })

  test('two speakers are swapped with their roles, and the check of a sentence about the speaker changes', async () => {
    const { note, transcript } = await edit({ kind: 'swap', label: 'Speaker 1', other: 'Speaker 2' })
    expect(transcript.utterances[1]).toMatchObject({ label: 'Speaker 1', speaker: 'therapist' })
    expect(note.sections[0]?.statements[0]?.check).toBe('who')
    const again = await edit({ kind: 'swap', label: 'Speaker 1', other: 'Speaker 2' })
    expect(again.note.sections[0]?.statements[0]?.check).toBe('supported')
  })

  test('a speaker is merged into another speaker and gets the role of that speaker', async () => {
    await edit({ kind: 'speaker', utteranceId: 'u3', label: null })
    expect((await readTranscript()).utterances[2]).toMatchObject({ label: 'Speaker 3', speaker: 'other' })
    const { transcript } = await edit({ kind: 'merge speakers', label: 'Speaker 3', into: 'Speaker 2' })
    expect(transcript.utterances[2]).toMatchObject({ label: 'Speaker 2', speaker: 'client' })
  })

  test('the turns of a single speaker are separated into two speakers, which is rejected for several speakers', async () => {
    await expect(edit({ kind: 'separate' })).rejects.toMatchObject({ code: 'input_invalid' })
    await edit({ kind: 'merge speakers', label: 'Speaker 2', into: 'Speaker 1' })
    const { transcript } = await edit({ kind: 'separate' })
    expect(new Set(transcript.utterances.map(({ speaker }) => speaker))).toEqual(new Set(['therapist', 'client']))
  })
})

describe('turns of a transcript', () => {
  test('a turn is split at a word, and evidence refers to the part with its words', async () => {
    const { note, transcript } = await edit(split)
    expect(transcript.utterances.slice(1, 3)).toMatchObject([
      { id: 'u2', text: 'Not well.', start: 10 },
      { id: 'u2~1', text: expect.stringMatching(/^I wake up/), label: 'Speaker 2', end: 18 },
    ])
    expect(transcript.utterances[1]?.end).toBe(transcript.utterances[2]?.start)
    expect(note.sections[0]?.statements[0]).toMatchObject({
      check: 'supported',
      evidence: [{ utteranceId: 'u2~1', quote }],
    })
    await undo()
    expect(await citedSentence()).toMatchObject({ check: 'supported', evidence: [{ utteranceId: 'u2', quote }] })
  })

  test('a sentence whose quote is divided by a split loses its evidence until the split is undone', async () => {
    const at = (texts[1] ?? '').indexOf('up at')
    expect((await edit({ kind: 'split', utteranceId: 'u2', at })).note.sections[0]?.statements[0]).toMatchObject({
      check: 'unsupported',
      evidence: [],
    })
    await undo()
    expect(await citedSentence()).toMatchObject({ check: 'supported' })
  })

  test.each([
    ['the start', 'u4', 0],
    ['after the last word', 'u6', 21],
    ['inside an emoji', 'u4', 24],
    ['far beyond the end', 'u4', 900],
  ])('splitting a turn is rejected for the position: %s', async (_, utteranceId, at) => {
    await expect(edit({ kind: 'split', utteranceId, at })).rejects.toMatchObject({ code: 'input_invalid' })
    expect(await storedEdits()).toEqual([])
  })

  test('a turn is merged with the turn above, after a confirmation if the speakers differ', async () => {
    const merge = { kind: 'merge turns', utteranceId: 'u2' } as const
    await expect(edit({ ...merge, acrossSpeakers: false })).rejects.toMatchObject({ code: 'turns_of_two_speakers' })
    const { note, transcript } = await edit({ ...merge, acrossSpeakers: true })
    expect(transcript.utterances[0]).toMatchObject({
      id: 'u1',
      merged: ['u2'],
      text: `${texts[0]} ${texts[1]}`,
      end: 18,
    })
    expect(transcript.utterances).toHaveLength(texts.length - 1)
    expect(note.sections[0]?.statements[0]).toMatchObject({ check: 'who', evidence: [{ utteranceId: 'u1', quote }] })
    await expect(edit({ kind: 'merge turns', utteranceId: 'u1', acrossSpeakers: true })).rejects.toMatchObject({
      code: 'turn_missing',
    })
    await undo()
    expect(await citedSentence()).toMatchObject({ check: 'supported', evidence: [{ utteranceId: 'u2', quote }] })
  })

  test('the original of a corrected turn is hidden after a split, and shown again after the split is undone', async () => {
    const before = { text: texts[1] ?? '', speaker: 'client' as const }
    const after = { ...before, text: before.text.replace('three', 'four') }
    await harness.api.notes.correctTurn({ sessionId, utteranceId: 'u2', before, after })
    expect((await edit(split)).transcript.utterances[1]).not.toHaveProperty('original')
    expect((await undo()).transcript.utterances[1]).toMatchObject({ original: before })
    expect((await undo()).transcript.utterances[1]).toMatchObject(before)
  })

  test.each([
    ['split', 'u4', { kind: 'split', utteranceId: 'u4', at: (texts[3] ?? '').indexOf('Really') }],
    ['merge', 'u3', { kind: 'merge turns', utteranceId: 'u4', acrossSpeakers: true }],
  ] as const)(
    'words corrected between a %s of turns and its undo are not the original of the restored turn',
    async (_, utteranceId, change) => {
      const { utterances } = await readTranscript()
      const turn = (await edit(change)).transcript.utterances.find(({ id }) => id === utteranceId)
      const before = { text: turn?.text ?? '', speaker: turn?.speaker ?? 'unknown' }
      const after = { ...before, text: `${before.text} Indeed.` }
      await harness.api.notes.correctTurn({ sessionId, utteranceId, before, after })
      await undo()
      expect((await undo()).transcript.utterances).toEqual(utterances)
      const own = { text: texts[3] ?? '', speaker: 'client' as const }
      const corrected = { ...own, text: 'That I will be fired.' }
      await harness.api.notes.correctTurn({ sessionId, utteranceId: 'u4', before: own, after: corrected })
      expect((await readTranscript()).utterances[3]).toMatchObject({ ...corrected, original: own })
    },
  )

  test('undoing all changes of a transcript restores the original, and every change and undo is stored', async () => {
    const original = await readTranscript()
    const changes: TranscriptEdit[] = [
      { kind: 'rename', label: 'Speaker 2', name: 'Ada' },
      { kind: 'role', label: 'Speaker 1', speaker: 'other' },
      { kind: 'swap', label: 'Speaker 1', other: 'Ada' },
      split,
      { kind: 'merge turns', utteranceId: 'u2~4', acrossSpeakers: false },
      { kind: 'speaker', utteranceId: 'u6', label: null },
      { kind: 'merge speakers', label: 'Ada', into: 'Speaker 1' },
    ]
    for (const change of changes) await edit(change)
    for (const _ of changes) await undo()
    expect(await readTranscript()).toEqual({ ...original, revision: 2 * changes.length })
    expect((await storedEdits()).map(({ kind }) => kind)).toEqual([
      ...changes.map(({ kind }) => kind),
      ...changes.map(() => 'undo'),
    ])
    await expect(undo()).rejects.toMatchObject({ code: 'transcript_changed' })
  })

  test('an edit of a transcript that changes nothing stores nothing, and is audited as reading', async () => {
    const { transcript } = await edit({ kind: 'role', label: 'Speaker 1', speaker: 'therapist' })
    expect(transcript.revision).toBe(0)
    expect(await storedEdits()).toEqual([])
    const events = harness.world.db.selectFrom('audit_events').where('resource_id', '=', sessionId).select('action')
    const actions = (await events.where('action', 'like', '%.read').execute()).map(({ action }) => action)
    // The test reads the revision first.
    expect(actions.toSorted()).toEqual(['note.read', 'transcript.read', 'transcript.read'])
  })

  test('speakers with a label longer than new imports may have are renamed, get a role and are merged', async () => {
    const long = `Dr. ${'Wilhelmina '.repeat(40)}`.trim()
    const utterances = (await readTranscript()).utterances.map((turn, at) => (at % 2 ? { ...turn, label: long } : turn))
    await harness.world.db
      .updateTable('transcripts')
      .set({ utterances: JSON.stringify(utterances) })
      .where('session_id', '=', sessionId)
      .execute()
    await edit({ kind: 'role', label: long, speaker: 'other' })
    const named = await edit({ kind: 'rename', label: long, name: 'Wilma' })
    expect(named.transcript.utterances[1]).toMatchObject({ label: 'Wilma', speaker: 'other' })
    await undo()
    await edit({ kind: 'merge speakers', label: 'Speaker 1', into: long })
    expect(new Set((await readTranscript()).utterances.map(({ label }) => label))).toEqual(new Set([long]))
  })

  test('changes of a transcript are audited without names or words', async () => {
    await edit({ kind: 'rename', label: 'Speaker 2', name: 'Ada Moss' })
    const event = await harness.world.db
      .selectFrom('audit_events')
      .selectAll()
      .where('resource_id', '=', sessionId)
      .where('action', '=', 'transcript.speaker_renamed')
      .executeTakeFirstOrThrow()
    expect(event.details).toEqual({ revision: 1 })
  })
})

describe('rejected changes', () => {
  const swap = { kind: 'swap', label: 'Speaker 1', other: 'Speaker 2' } as const

  test('of two parallel changes of a transcript, one is accepted and the other is rejected', async () => {
    const results = await Promise.allSettled(
      [swap, split].map((one) => harness.api.notes.editTranscript({ sessionId, revision: 0, edit: one })),
    )
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'transcript_changed' },
    })
    expect(await storedEdits()).toHaveLength(1)
  })

  test('undoing a change of a transcript is rejected if the change is not the last', async () => {
    await edit(swap)
    await edit(split)
    await expect(harness.api.notes.undoTranscriptEdit({ sessionId, revision: 2, undoes: 1 })).rejects.toMatchObject({
      code: 'transcript_changed',
    })
  })

  test('changes of a transcript are rejected for other users than the session’s therapist', async () => {
    const { clinic } = harness
    const change = { sessionId, revision: 0, edit: swap }
    for (const role of otherReaders)
      await expect(clinic[role].notes.editTranscript(change)).rejects.toMatchObject({ code: 'not_allowed' })
    for (const role of strangers)
      await expect(clinic[role].notes.editTranscript(change)).rejects.toMatchObject({ code: 'session_missing' })
    await expect(clinic.anonymous.notes.editTranscript(change)).rejects.toMatchObject({ code: 'not_signed_in' })
    expect(await storedEdits()).toEqual([])
  })

  test('the transcript of a signed note cannot be changed, even by direct SQL statements', async () => {
    await harness.world.db.updateTable('notes').set({ status: 'signed' }).where('session_id', '=', sessionId).execute()
    await expect(edit(swap)).rejects.toMatchObject({ code: 'note_signed' })
    const change = [`update transcripts set utterances = '[]' where session_id = $1`, [sessionId]] as const
    expect(await web.outcome(harness.clinic.therapistId, change)).toBe('55000')
  })
})

describe('the list of changes', () => {
  const insert = `insert into transcript_edits (session_id, revision, edited_by, kind, replaced)
    values ($1, (select revision from transcripts where session_id = $1), $2, 'rename', '{}')`
  const change = `update transcripts set utterances = utterances || '[]' || '[1]' where session_id = $1`

  test('the database stores a change of a transcript only for the therapist and only with the current revision', async () => {
    const { organizationId, therapistId } = harness.clinic
    const { userId: colleagueId } = await buildMember(harness.world, { organizationId })
    expect(await web.outcome(therapistId, [change, [sessionId]], [insert, [sessionId, therapistId]])).toBe('done')
    expect(await web.outcome(therapistId, [change, [sessionId]], [insert, [sessionId, colleagueId]])).toBe(refused)
    expect(await web.outcome(colleagueId, [insert, [sessionId, colleagueId]])).not.toBe('done')
    const other = insert.replace('(select revision from transcripts where session_id = $1)', '7')
    expect(await web.outcome(therapistId, [other, [sessionId, therapistId]])).toBe(refused)
  })

  test('no database role can change or delete a stored change of a transcript, or set a revision', async () => {
    const { therapistId } = harness.clinic
    await edit(split)
    for (const statement of [
      `update transcript_edits set replaced = '{}' where session_id = $1`,
      'delete from transcript_edits where session_id = $1',
      'update transcripts set revision = 0 where session_id = $1',
    ])
      expect(await web.outcome(therapistId, [statement, [sessionId]])).toBe(refused)
  })
})

test('two changes of a transcript of 6,000 turns take less than 20 seconds', { timeout: 60_000 }, async () => {
  const { therapistId, organizationId } = harness.clinic
  const client = await buildClient(harness.world, { therapistId, organizationId, firstName: 'Ada' })
  const { id } = await buildSession(harness.world, { clientId: client.id })
  await buildTranscript(harness.world, {
    sessionId: id,
    texts: Array.from({ length: 6000 }, (_, at) => (at === 1 ? (texts[1] ?? '') : `Turn ${at} about work and sleep.`)),
  })
  await buildDraftedNote(harness.world, { sessionId: id })
  const startMs = performance.now()
  await harness.api.notes.editTranscript({
    sessionId: id,
    revision: 0,
    edit: { kind: 'swap', label: 'Speaker 1', other: 'Speaker 2' },
  })
  await harness.api.notes.editTranscript({ sessionId: id, revision: 1, edit: split })
  expect(performance.now() - startMs).toBeLessThan(20_000)
})
