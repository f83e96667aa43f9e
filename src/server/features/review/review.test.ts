import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Note, Statement } from '#shared/contract/notes.ts'
import type { ReviewDecision, ReviewItem } from '#shared/contract/review.ts'
import { buildClient, buildDraftedNote, buildSession, buildTranscript } from '#test/build.ts'
import { otherReaders, strangers } from '#test/clinic.ts'
import { createDraftingHarness, type DraftingHarness } from '#test/drafting-harness.ts'

const texts = [
  'How have you been sleeping these days?',
  'I wake up at three. I think about suicide while I lie there.',
  'Thank you for telling me. What else is on your mind?',
  'My sister comes on Sunday, and I am looking forward to it.',
]
const passage = 'I think about suicide while I lie there.'
const quoteOf = (utteranceId: string, quote: string) => [{ utteranceId, quote }]
const statements: Readonly<Record<string, readonly Statement[]>> = {
  Subjective: [
    { text: 'Wakes at three.', evidence: quoteOf('u2', 'I wake up at three'), check: 'supported' },
    { text: 'PHQ-9 score is 17.', evidence: quoteOf('u2', 'I wake up at three'), check: 'number' },
    { text: 'Sleeps with her phone.', evidence: [], check: 'unsupported' },
  ],
  Objective: [{ text: 'Alert.', evidence: [], check: 'clinician' }],
  Assessment: [
    { text: 'Looks forward to a visit.', evidence: quoteOf('u4', 'I am looking forward to it'), check: 'supported' },
  ],
  Plan: [{ text: 'Sleep log.', evidence: [], check: 'clinician' }],
}

let harness: DraftingHarness
beforeAll(async () => {
  harness = await createDraftingHarness()
})
afterAll(() => harness.close())

let sessionId = ''
let clientId = ''
beforeEach(async () => {
  const { therapistId, organizationId } = harness.clinic
  clientId = (await buildClient(harness.world, { therapistId, organizationId })).id
  sessionId = (await buildSession(harness.world, { clientId })).id
  await buildDraftedNote(harness.world, { sessionId, statements })
  await buildTranscript(harness.world, { sessionId, texts })
})

const review = () => harness.api.review
const queue = () => review().get({ sessionId })
const storedCount = async () => {
  const { items } = await harness.api.notes.list({})
  return items.find((item) => item.sessionId === sessionId)?.toReview
}
const kindsOf = ({ items }: { items: readonly ReviewItem[] }) => items.map(({ kind }) => kind)
const contentOf = (note: Note, title: string) => note.sections.find((section) => section.title === title)?.content

async function decide(text: string, decision: ReviewDecision) {
  const { items, spotChecks, version } = await queue()
  const item = [...items, ...spotChecks].find((one) => one.text === text)
  if (!item) throw new Error(`"${text}" is not in the queue`)
  return { item, ...(await review().decide({ sessionId, itemId: item.id, baseVersion: version, decision })) }
}

describe('the review queue', () => {
  test('the review queue lists findings and safety passages, most serious first, and counts the other sentences', async () => {
    const found = await queue()
    expect(found).toMatchObject({ version: 1, fine: 4, spotChecksDone: 0 })
    expect(kindsOf(found)).toEqual(['passage', 'number', 'unsupported'])
    expect(found.spotChecks.map(({ text }) => text).toSorted()).toEqual([
      'Looks forward to a visit.',
      'Wakes at three.',
    ])
    expect((await harness.note(sessionId)).toReview).toBe(3)
  })

  test('keeping a sentence removes its item from the queue, marks the sentence as kept and does not change the text', async () => {
    const { note, queue: left } = await decide('PHQ-9 score is 17.', { kind: 'keep' })
    expect([kindsOf(left), note.version, note.toReview]).toEqual([['passage', 'unsupported'], 1, 2])
    expect(note.sections[0]?.statements.map(({ kept }) => kept)).toEqual([undefined, true, undefined])
    expect(await storedCount()).toBe(2)
  })

  test('deleting, editing or replacing a sentence in the review changes only that sentence, in a new version', async () => {
    const deleted = await decide('Sleeps with her phone.', { kind: 'delete' })
    expect(contentOf(deleted.note, 'Subjective')).toBe('Wakes at three.\nPHQ-9 score is 17.')
    const quoted = await decide('PHQ-9 score is 17.', { kind: 'replace' })
    expect(contentOf(quoted.note, 'Subjective')).toBe('Wakes at three.\nClient (0:10): “I wake up at three”.')
    expect(quoted.note.sections[0]?.statements).toMatchObject([
      { check: 'supported', evidence: quoteOf('u2', 'I wake up at three') },
      { check: 'clinician', evidence: quoteOf('u2', 'I wake up at three') },
    ])
    const edited = await decide('Wakes at three.', { kind: 'edit', text: 'Wakes early.' })
    expect(contentOf(edited.note, 'Subjective')).toBe('Wakes early.\nClient (0:10): “I wake up at three”.')
    expect(edited.queue).toMatchObject({ version: 4, spotChecksDone: 1 })
    const { items } = await harness.api.notes.versions({ sessionId })
    expect(items.map(({ reason }) => reason)).toEqual(['edited', 'edited', 'edited', 'drafted'])
  })

  test('a safety passage leaves the review queue when it is inserted or dismissed, and returns after an undo', async () => {
    const inserted = await decide(passage, { kind: 'insert', section: 'Subjective', part: null })
    expect(contentOf(inserted.note, 'Subjective')).toContain(`\nClient: “${texts[1]}”`)
    expect(kindsOf(inserted.queue)).toEqual(['number', 'unsupported'])
    await review().undo({ sessionId, itemId: inserted.item.id, baseVersion: 2 })
    const dismissed = await decide(passage, { kind: 'dismiss', reason: 'figure of speech' })
    expect(dismissed.note.safety[0]).toMatchObject({ dismissed: 'figure of speech' })
    expect(kindsOf(dismissed.queue)).toEqual(['number', 'unsupported'])
    const undone = await review().undo({ sessionId, itemId: dismissed.item.id, baseVersion: 3 })
    expect(undone.note.safety[0]?.dismissed).toBeUndefined()
    expect(kindsOf(undone.queue)).toEqual(['passage', 'number', 'unsupported'])
  })

  test('the therapist can write an empty section in the review, or leave it empty', async () => {
    const { note } = await decide('Sleeps with her phone.', { kind: 'delete' })
    const sections = note.sections.map(({ title, content }) => ({ title, content: title === 'Plan' ? '' : content }))
    await harness.api.notes.save({ sessionId, baseVersion: 2, noteType: 'SOAP', sections })
    const empty = (await queue()).items.at(-1)
    expect(empty).toMatchObject({ kind: 'empty', section: 'Plan', text: '' })
    const written = await decide('', { kind: 'edit', text: 'Review on Friday.' })
    expect(contentOf(written.note, 'Plan')).toBe('Review on Friday.')
    await review().undo({ sessionId, itemId: written.item.id, baseVersion: 4 })
    expect((await decide('', { kind: 'keep' })).queue.items).toHaveLength(2)
  })

  test('undoing a decision restores the item, and the text that the decision changed', async () => {
    const { item } = await decide('Sleeps with her phone.', { kind: 'delete' })
    const undone = await review().undo({ sessionId, itemId: item.id, baseVersion: 2 })
    expect(undone.note).toMatchObject({ version: 3, toReview: 3 })
    expect(contentOf(undone.note, 'Subjective')).toContain('Sleeps with her phone.')
    expect(undone.note.sections[0]?.statements.map(({ check }) => check)).toEqual([
      'supported',
      'number',
      'unsupported',
    ])
    const kept = await decide('PHQ-9 score is 17.', { kind: 'keep' })
    expect((await review().undo({ sessionId, itemId: kept.item.id, baseVersion: 3 })).queue.items).toHaveLength(3)
    expect(await storedCount()).toBe(3)
  })

  test('decisions that changed text can be undone one after the other, newest first', async () => {
    const first = await decide('Sleeps with her phone.', { kind: 'delete' })
    const second = await decide('PHQ-9 score is 17.', { kind: 'delete' })
    await review().undo({ sessionId, itemId: second.item.id, baseVersion: 3 })
    const undone = await review().undo({ sessionId, itemId: first.item.id, baseVersion: 4 })
    expect(undone.note).toMatchObject({ version: 5, toReview: 3 })
    expect(contentOf(undone.note, 'Subjective')).toBe('Wakes at three.\nPHQ-9 score is 17.\nSleeps with her phone.')
  })

  test('rejects undoing a decision that changed text if the text was changed again', async () => {
    const { item } = await decide('Sleeps with her phone.', { kind: 'delete' })
    await decide('PHQ-9 score is 17.', { kind: 'delete' })
    const call = review().undo({ sessionId, itemId: item.id, baseVersion: 3 })
    await expect(call).rejects.toMatchObject({ code: 'review_changed', data: { queue: { version: 3 } } })
  })

  test('rejects a decision about an older version or a missing item, with the new review queue', async () => {
    const { items } = await queue()
    const item = items[1]
    if (!item) throw new Error('the queue is empty')
    await decide('Sleeps with her phone.', { kind: 'delete' })
    const call = (baseVersion: number) =>
      review().decide({ sessionId, itemId: item.id, baseVersion, decision: { kind: 'keep' } })
    await expect(call(1)).rejects.toMatchObject({
      code: 'review_changed',
      status: 409,
      message: 'This note changed while you were reviewing.',
      data: { note: { version: 2 }, queue: { version: 2 } },
    })
    await call(2)
    await expect(call(2)).rejects.toMatchObject({ code: 'review_changed' })
  })

  test('parallel decisions about different items are all counted', async () => {
    const { items, version } = await queue()
    const sentences = items.filter(({ statement }) => statement !== null)
    const keep = ({ id }: ReviewItem) =>
      review().decide({ sessionId, itemId: id, baseVersion: version, decision: { kind: 'keep' } })
    await Promise.all(sentences.map(keep))
    expect([kindsOf(await queue()), await storedCount()]).toEqual([['passage'], 1])
  })

  test('rejects a decision that the item does not offer', async () => {
    const error = {
      code: 'review_choice_invalid',
      status: 422,
      message: 'This item does not offer this choice. Reload the page.',
    }
    await expect(decide('Sleeps with her phone.', { kind: 'correct' })).rejects.toMatchObject(error)
    await expect(decide('Sleeps with her phone.', { kind: 'replace' })).rejects.toMatchObject(error)
    await expect(decide(passage, { kind: 'keep' })).rejects.toMatchObject(error)
    const intoMissingSection = decide(passage, { kind: 'insert', section: 'Data', part: null })
    await expect(intoMissingSection).rejects.toMatchObject(error)
    const intoMissingPart = decide(passage, { kind: 'insert', section: 'Subjective', part: 'Mood' })
    await expect(intoMissingPart).rejects.toMatchObject(error)
    expect((await queue()).items).toHaveLength(3)
  })

  test('a kept sentence stays out of the review queue if a later version contains it again', async () => {
    await decide('PHQ-9 score is 17.', { kind: 'keep' })
    await harness.api.notes.changeType({ sessionId, noteType: 'DAP' })
    await harness.run(sessionId)
    await harness.api.notes.restore({ sessionId, version: 1, baseVersion: 2 })
    expect(kindsOf(await queue())).toEqual(['passage', 'unsupported'])
  })

  test('spot checks are stored as correct or wrong, with the drafter', async () => {
    await decide('Wakes at three.', { kind: 'correct' })
    const { queue: left } = await decide('Looks forward to a visit.', { kind: 'delete' })
    expect(left).toMatchObject({ spotChecks: [], spotChecksDone: 2 })
    const rows = await harness.world.db
      .selectFrom('note_review_items')
      .select(['state', 'drafter', 'version'])
      .where('session_id', '=', sessionId)
      .orderBy('state')
      .execute()
    expect(rows).toEqual([
      { state: 'correct', drafter: 'extractive', version: 1 },
      { state: 'wrong', drafter: 'extractive', version: 1 },
    ])
  })
})

describe('a turn with an unsure speaker', () => {
  const words = 'I am looking forward to it'
  beforeEach(async () => {
    const { utterances } = await harness.api.transcripts.get({ sessionId })
    const withUnsureSpeaker = utterances.map((turn) => (turn.id === 'u4' ? { ...turn, isSpeakerUnsure: true } : turn))
    await harness.world.db
      .updateTable('transcripts')
      .set({ utterances: JSON.stringify(withUnsureSpeaker) })
      .where('session_id', '=', sessionId)
      .execute()
  })
  const turn = async () => (await harness.api.transcripts.get({ sessionId })).utterances.find(({ id }) => id === 'u4')

  test('the review queue lists an unsure speaker after the findings, with the first sentence that cites the turn', async () => {
    const found = await queue()
    expect(kindsOf(found)).toEqual(['passage', 'number', 'unsupported', 'unsure speaker'])
    expect(found.items.at(-1)).toMatchObject({
      section: 'Assessment',
      text: words,
      statement: { text: 'Looks forward to a visit.' },
      turn: { id: 'u4', speaker: 'client' },
    })
    expect(found.fine).toBe(3)
    expect((await harness.note(sessionId)).toReview).toBe(4)
  })

  test('keeping an unsure speaker resolves the item and confirms the speaker of the turn, and an undo restores both', async () => {
    const before = await turn()
    const { item, note, queue: left } = await decide(words, { kind: 'keep' })
    expect([kindsOf(left), note.toReview, await storedCount()]).toEqual([['passage', 'number', 'unsupported'], 3, 3])
    expect(await turn()).toEqual({ ...before, isSpeakerUnsure: undefined })
    const undone = await review().undo({ sessionId, itemId: item.id, baseVersion: 1 })
    expect([kindsOf(undone.queue).at(-1), await storedCount()]).toEqual(['unsure speaker', 4])
    expect(await turn()).toEqual(before)
  })

  test('rejects undoing a kept speaker after a later change of the transcript', async () => {
    const { item } = await decide(words, { kind: 'keep' })
    const { revision, utterances } = await harness.api.transcripts.get({ sessionId })
    const edit = { kind: 'rename', label: utterances[0]?.label ?? '', name: 'Ana' } as const
    await harness.api.notes.editTranscript({ sessionId, revision, edit })
    const undo = review().undo({ sessionId, itemId: item.id, baseVersion: 1 })
    await expect(undo).rejects.toMatchObject({ code: 'review_changed' })
    expect(kindsOf(await queue())).not.toContain('unsure speaker')
  })

  test('keeping an unknown speaker resolves the item without a change of the transcript, and an undo restores the item', async () => {
    const { utterances } = await harness.api.transcripts.get({ sessionId })
    const withUnknownSpeaker = utterances.map((one) =>
      one.id === 'u4' ? { ...one, speaker: 'unknown', isSpeakerUnsure: undefined } : one,
    )
    await harness.world.db
      .updateTable('transcripts')
      .set({ utterances: JSON.stringify(withUnknownSpeaker) })
      .where('session_id', '=', sessionId)
      .execute()
    const before = await harness.api.transcripts.get({ sessionId })
    const { item, queue: left } = await decide(words, { kind: 'keep' })
    expect([kindsOf(left), await storedCount()]).toEqual([['passage', 'number', 'unsupported'], 3])
    expect(await harness.api.transcripts.get({ sessionId })).toEqual(before)
    const undone = await review().undo({ sessionId, itemId: item.id, baseVersion: 1 })
    expect([kindsOf(undone.queue).at(-1), await storedCount()]).toEqual(['unsure speaker', 4])
  })

  test('an unsure speaker leaves the review queue when it is confirmed in the transcript', async () => {
    const { revision } = await harness.api.transcripts.get({ sessionId })
    const edit = { kind: 'speaker', utteranceId: 'u4', label: (await turn())?.label ?? '' } as const
    const { note, transcript } = await harness.api.notes.editTranscript({ sessionId, revision, edit })
    expect(transcript.utterances.filter(({ isSpeakerUnsure }) => isSpeakerUnsure)).toEqual([])
    expect([kindsOf(await queue()), note.toReview]).toEqual([['passage', 'number', 'unsupported'], 3])
  })

  test('choosing another speaker resolves the item and changes the turn, and an undo restores both', async () => {
    const { label = '' } = (await harness.api.transcripts.get({ sessionId })).utterances[0] ?? {}
    const { item, note, queue: left } = await decide(words, { kind: 'speaker', label })
    expect(await turn()).toMatchObject({ label, speaker: 'therapist' })
    expect((await turn())?.isSpeakerUnsure).toBeUndefined()
    expect(kindsOf(left)).not.toContain('unsure speaker')
    expect(note.version).toBe(1)
    expect(note.toReview).toBe(left.items.length)
    expect(await storedCount()).toBe(left.items.length)
    const undone = await review().undo({ sessionId, itemId: item.id, baseVersion: 1 })
    expect(await turn()).toMatchObject({ speaker: 'client', isSpeakerUnsure: true })
    expect(kindsOf(undone.queue)).toEqual(['passage', 'number', 'unsupported', 'unsure speaker'])
    expect(await storedCount()).toBe(4)
  })

  test('the therapist can assign a turn to a new speaker, and cannot undo it after a later change of the transcript', async () => {
    const { item } = await decide(words, { kind: 'speaker', label: null })
    expect(await turn()).toMatchObject({ label: 'Speaker 3', speaker: 'other' })
    const { revision } = await harness.api.transcripts.get({ sessionId })
    const edit = { kind: 'rename', label: 'Speaker 3', name: 'Ana' } as const
    await harness.api.notes.editTranscript({ sessionId, revision, edit })
    const undo = review().undo({ sessionId, itemId: item.id, baseVersion: 1 })
    await expect(undo).rejects.toMatchObject({ code: 'review_changed' })
    expect(await turn()).toMatchObject({ label: 'Ana' })
  })

  test('rejects assigning a turn to a missing label, and decisions of another kind of item', async () => {
    const toMissingLabel = decide(words, { kind: 'speaker', label: 'Unnamed' })
    await expect(toMissingLabel).rejects.toMatchObject({ code: 'input_invalid' })
    await expect(decide(words, { kind: 'delete' })).rejects.toMatchObject({ code: 'review_choice_invalid' })
    const other = decide('Sleeps with her phone.', { kind: 'speaker', label: null })
    await expect(other).rejects.toMatchObject({ code: 'review_choice_invalid' })
    expect(await turn()).toMatchObject({ speaker: 'client', isSpeakerUnsure: true })
  })

  test('an unsure speaker leaves the review queue if an edit sets the speaker of the turn, but not if the speaker is renamed', async () => {
    const { utterances, revision } = await harness.api.transcripts.get({ sessionId })
    const [first, , , last] = utterances.map(({ label }) => label)
    const rename = { kind: 'rename', label: last ?? '', name: 'Mia' } as const
    const renamed = await harness.api.notes.editTranscript({ sessionId, revision, edit: rename })
    expect(renamed.note.toReview).toBe(4)
    const edit = { kind: 'speaker', utteranceId: 'u4', label: first ?? '' } as const
    const { note } = await harness.api.notes.editTranscript({ sessionId, revision: revision + 1, edit })
    expect(kindsOf(await queue())).not.toContain('unsure speaker')
    expect(await storedCount()).toBe(note.toReview)
  })

  test('rejects users other than the session’s therapist who decide about an unsure speaker', async () => {
    const item = (await queue()).items.at(-1)
    const input = {
      sessionId,
      itemId: item?.id ?? '',
      baseVersion: 1,
      decision: { kind: 'speaker', label: null },
    } as const
    for (const role of otherReaders)
      await expect(harness.clinic[role].review.decide(input)).rejects.toMatchObject({ code: 'not_allowed' })
    for (const role of strangers)
      await expect(harness.clinic[role].review.decide(input)).rejects.toMatchObject({ code: 'session_missing' })
    expect(await turn()).toMatchObject({ speaker: 'client', isSpeakerUnsure: true })
  })
})

describe('access to the review queue', () => {
  test('other readers of a note get a review queue without items and cannot decide, and strangers are rejected', async () => {
    const { clinic } = harness
    const item = (await queue()).items[1]
    const input = { sessionId, itemId: item?.id ?? '', baseVersion: 1, decision: { kind: 'keep' as const } }
    for (const role of otherReaders) {
      expect(await clinic[role].review.get({ sessionId })).toMatchObject({ items: [], spotChecks: [] })
      await expect(clinic[role].review.decide(input)).rejects.toMatchObject({ code: 'not_allowed' })
    }
    for (const role of strangers)
      await expect(clinic[role].review.decide(input)).rejects.toMatchObject({ code: 'session_missing' })
    expect((await queue()).items).toHaveLength(3)
  })

  test('reading the review, a decision and its undo are audited, and the events contain no text', async () => {
    const { item } = await decide('PHQ-9 score is 17.', { kind: 'keep' })
    await review().undo({ sessionId, itemId: item.id, baseVersion: 1 })
    const events = await harness.world.db
      .selectFrom('audit_events')
      .select(['action', 'details'])
      .where('resource_id', '=', sessionId)
      .where('action', 'like', 'review.%')
      .orderBy('seq')
      .execute()
    expect(events).toEqual([
      { action: 'review.read', details: {} },
      { action: 'review.decided', details: { kind: 'number', decision: 'keep' } },
      { action: 'review.undone', details: { kind: 'number' } },
    ])
  })
})
