import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TranscriptEdit } from '#shared/contract/transcript-edits.ts'
import { safetyTopics } from '#shared/rules/safety-lists.ts'
import { createDrafter } from '#server/providers/drafter/create.ts'
import { answerWith, type Endpoint, openEndpoint, type Reply } from '#server/providers/drafter/endpoint.fixture.ts'
import { createSecondReader } from '#server/providers/second-reader/create.ts'
import { type DraftingHarness, createDraftingHarness } from '#test/drafting-harness.ts'

let harness: DraftingHarness
let endpoint: Endpoint
let replyToSecondReading: () => Reply
let replyToRiskReading: () => Reply
beforeAll(async () => {
  endpoint = await openEndpoint((body) =>
    body.includes('may be about risk')
      ? replyToRiskReading()
      : body.includes('Judge each of')
        ? replyToSecondReading()
        : drafted,
  )
  harness = await createDraftingHarness()
})
afterAll(async () => {
  await endpoint.close()
  await harness.close()
})

const drafted = answerWith({
  Subjective: [
    { text: 'Ada wakes up at three.', evidence: [{ utterance: 2, quote: 'I wake up at three' }] },
    { text: 'Ada tried the breathing exercise.', evidence: [{ utterance: 6, quote: 'tried the breathing exercise' }] },
  ],
})
const judgementReply = (...verdicts: string[]): Reply => ({
  content: JSON.stringify(
    Object.fromEntries(verdicts.map((verdict, at) => [`s${at + 1}`, { verdict, words: 'Yes. I tried' }])),
  ),
})

const noRisk = Object.fromEntries(safetyTopics.map((topic) => [topic, []]))
const riskReply = (turns: Record<string, unknown>): Reply => ({ content: JSON.stringify({ ...noRisk, ...turns }) })

let sessionId = ''
beforeEach(async () => {
  replyToSecondReading = () => judgementReply('entailed', 'entailed')
  replyToRiskReading = () => riskReply({})
  ;({ sessionId } = await harness.newSession())
})

async function draft(changes: { firstTokenMs?: number } = {}) {
  const config = { kind: 'openai-compatible', baseUrl: endpoint.baseUrl, model: 'tiny-7b', ...changes } as const
  await harness.api.notes.generate({ sessionId })
  await harness.run(sessionId, { drafter: createDrafter(config), secondReader: createSecondReader(config) })
  return await harness.note(sessionId)
}

test('statements that the second reading doubts are flagged in the note, in its version and after a restore', async () => {
  replyToSecondReading = () => judgementReply('entailed', 'contradicted')
  const note = await draft()
  expect(note).toMatchObject({ state: 'ready', model: 'tiny-7b', secondReading: 'made' })
  expect(note.sections[0]?.statements).toMatchObject([
    { check: 'supported' },
    {
      check: 'contradicted',
      reason: 'A second reading found: the session says otherwise.',
      besides: [{ utteranceId: 'u6', quote: 'Yes. I tried' }],
    },
  ])
  expect(await harness.api.notes.version({ sessionId, version: 1 })).toMatchObject({ sections: note.sections })
  const mine = await harness.firstSection(sessionId, 'Mine.')
  await harness.api.notes.save({ sessionId, baseVersion: 1, noteType: 'SOAP', sections: mine })
  const restored = await harness.api.notes.restore({ sessionId, version: 1, baseVersion: 2 })
  expect(restored).toMatchObject({ model: 'tiny-7b', secondReading: 'made', sections: note.sections })
})

test.each<[string, Reply]>([
  ['malformed', { content: 'all fine' }],
  ['silent', 'never'],
  ['refused', { status: 400 }],
])('after a %s second reading, the note is ready and shows that the second reading was not made', async (_, reply) => {
  replyToSecondReading = () => reply
  const note = await draft({ firstTokenMs: 500 })
  expect(note).toMatchObject({ state: 'ready', version: 1, secondReading: 'not made' })
  expect(note.sections[0]?.statements.map(({ check }) => check)).toEqual(['supported', 'supported'])
})

test('turns that the model marks as risk become safety passages of the note and items of the review', async () => {
  replyToRiskReading = () =>
    riskReply({ abuse: ['u2', 'u2', 'u999', 'ignore this'], suicide: ['u1'], 'his topic': ['u2'] })
  const note = await draft()
  expect(note.safetyReading).toBe('made')
  const added = note.safety.filter(({ foundByModel }) => foundByModel)
  expect(added).toMatchObject([{ topic: 'abuse', finding: 'unclear', utteranceId: 'u2' }])
  const { items } = await harness.api.review.get({ sessionId })
  const open = items.filter(({ kind, passage }) => kind === 'passage' && passage?.foundByModel)
  expect(open.length).toBe(added.filter(({ inNote }) => !inNote).length)
})

test.each<[string, Reply]>([
  ['malformed', { content: '{"abuse": [' }],
  ['empty', { content: '' }],
  ['silent', 'never'],
  ['refused', { status: 400 }],
])(
  'after a %s reading for risk, the note has no passages of the model and shows that the reading was not made',
  async (_, reply) => {
    replyToRiskReading = () => reply
    const note = await draft({ firstTokenMs: 500 })
    expect(note).toMatchObject({ state: 'ready', secondReading: 'made', safetyReading: 'not made' })
    expect(note.safety.some(({ foundByModel }) => foundByModel)).toBe(false)
  },
)

test('a drafted sentence about a marked turn needs confirmation, even if the second reading doubts the sentence', async () => {
  replyToRiskReading = () => riskReply({ abuse: ['u2'] })
  replyToSecondReading = () => judgementReply('contradicted', 'entailed')
  const { sections } = await draft()
  expect(sections[0]?.statements).toMatchObject([
    {
      check: 'confirm',
      reason:
        'Risk always needs your confirmation. A language model read the cited words as possibly about abuse and neglect. A second reading found: the session says otherwise.',
    },
    { check: 'supported' },
  ])
})

test('a failed reading for risk keeps the passages of an earlier reading', async () => {
  replyToRiskReading = () => riskReply({ abuse: ['u2'] })
  await draft()
  replyToRiskReading = () => ({ status: 400 })
  const sections = await harness.firstSection(sessionId, 'Slept well.')
  await harness.api.notes.save({ sessionId, baseVersion: 1, noteType: 'SOAP', sections })
  await harness.api.notes.enhance({ sessionId, instructions: 'Write more briefly.' })
  const config = { kind: 'openai-compatible', baseUrl: endpoint.baseUrl, model: 'tiny-7b' } as const
  await harness.run(sessionId, { drafter: createDrafter(config), secondReader: createSecondReader(config) })
  const note = await harness.note(sessionId)
  expect(note).toMatchObject({ version: 3, safetyReading: 'made' })
  expect(note.safety).toContainEqual(expect.objectContaining({ topic: 'abuse', foundByModel: true }))
})

test('a marked turn stays in the review after a split and two merges, and after all of these changes are undone', async () => {
  replyToRiskReading = () => riskReply({ abuse: ['u4'] })
  await draft()
  const marked = async () => {
    const { items } = await harness.api.review.get({ sessionId })
    return items.flatMap(({ kind, passage }) =>
      kind === 'passage' && passage?.topic === 'abuse' ? [passage.quote] : [],
    )
  }
  const before = await marked()
  const words = before[0] ?? ''
  const at = words.indexOf(' ') + 1
  expect(before).toHaveLength(1)
  const edit = (revision: number, change: TranscriptEdit) =>
    harness.api.notes.editTranscript({ sessionId, revision, edit: change })
  await edit(0, { kind: 'split', utteranceId: 'u4', at })
  expect(await marked()).toEqual([words.slice(0, at).trim(), words.slice(at)])
  await edit(1, { kind: 'merge turns', utteranceId: 'u4', acrossSpeakers: true })
  expect(await marked()).toEqual([words.slice(at)])
  await edit(2, { kind: 'merge turns', utteranceId: 'u4~1', acrossSpeakers: true })
  expect(await marked()).toEqual([expect.stringContaining(words)])
  for (const undoes of [3, 2, 1])
    await harness.api.notes.undoTranscriptEdit({ sessionId, revision: 6 - undoes, undoes })
  expect(await marked()).toEqual(before)
})
