import { describe, expect, test } from 'vitest'
import type { SafetyPassage } from '#shared/contract/notes.ts'
import type { TranscriptEdit } from '#shared/contract/transcript-edits.ts'
import { applyEdit } from '#server/features/transcripts/edits/apply-edit.ts'
import { maxModelPassages } from '#shared/rules/safety-lists.ts'
import { statusOf } from '#shared/rules/safety-status.ts'
import { transcriptOf } from '../transcript.fixture.ts'
import { withModelPassages } from './model-passages.ts'
import { findSafety } from './safety.ts'
import type { RiskMark } from './turns-by-mark.ts'

const transcript = transcriptOf(`
  T: Any thoughts of ending your life?
  C: No.
  T: Okay. And sleep?
  C: Four hours if I am lucky.
  T: Do you hear voices?
  C: Yes, every night.
  T: And how is the garden?
  C: Full of beans.
`)
const rules = findSafety(transcript, [])
const mark = (utteranceId: string, topic: RiskMark['topic'] = 'suicide'): RiskMark => ({ topic, utteranceId })
const card = (marks: readonly RiskMark[], given = transcript, found = rules) =>
  withModelPassages(found, marks, given, [])
const addedByModel = (passages: readonly SafetyPassage[]) => passages.filter(({ foundByModel }) => foundByModel)

describe('turns that a language model marks', () => {
  test('marked turns are added as unclear, verbatim, with the whole exchange', () => {
    expect(addedByModel(card([mark('u4')]))).toEqual([
      {
        topic: 'suicide',
        finding: 'unclear',
        utteranceId: 'u4',
        quote: 'Four hours if I am lucky.',
        exchange: ['u3', 'u4', 'u5', 'u6'],
        inNote: false,
        foundByModel: true,
      },
    ])
  })

  test('marked turns only add doubt: every passage of the rules stays as it is', () => {
    const everything = transcript.utterances.flatMap(({ id }) => [mark(id), mark(id, 'psychosis'), mark(id, 'abuse')])
    const passages = card(everything)
    for (const rule of rules) expect(passages).toContainEqual(expect.objectContaining(rule))
    expect(addedByModel(passages).every(({ finding }) => finding === 'unclear')).toBe(true)
    expect(statusOf(passages, 'psychosis')).toBe('stated')
    expect(statusOf(rules, 'suicide')).toBe('denied')
    expect(statusOf(passages, 'suicide')).toBe('unclear')
  })

  test('a marked turn makes a topic unclear that was not raised', () => {
    expect(statusOf(rules, 'abuse')).toBe('not raised')
    expect(statusOf(card([mark('u8', 'abuse')]), 'abuse')).toBe('unclear')
  })

  test.each([
    ['an unknown turn', mark('u99')],
    ['a turn of the therapist', mark('u7', 'abuse')],
    ['a turn of the therapist, also when the model read it as such', { ...mark('u7', 'abuse'), speaker: 'therapist' }],
    ['words that the rules already show', { ...mark('u5', 'psychosis'), speaker: 'client' }],
  ] as const)('a mark adds no passage for %s', (_, one) => {
    expect(card([one])).toEqual(rules)
  })

  test('only the first marked turns of each topic are added', () => {
    const babble = transcriptOf(
      Array.from({ length: 200 }, (_, at) => `T: And day ${at}?\nC: Day ${at} was dull.`).join('\n'),
    )
    const marks = babble.utterances.map(({ id }) => mark(id)).toReversed()
    const found = card([...marks, ...marks], babble, [])
    expect(found).toHaveLength(maxModelPassages)
    expect(found[0]?.utteranceId).toBe('u2')
  })

  test('a mark follows a corrected turn, and ends when the turn is deleted', () => {
    const utterances = transcript.utterances.map((one) => (one.id === 'u4' ? { ...one, text: 'I left the key.' } : one))
    expect(addedByModel(card([mark('u4')], { ...transcript, utterances }))).toMatchObject([
      { quote: 'I left the key.' },
    ])
    expect(addedByModel(card([mark('u4')], { ...transcript, utterances: utterances.slice(0, 3) }))).toEqual([])
  })

  test('a marked turn in the exchange of another passage of its topic is marked there', () => {
    const passages = card([mark('u6'), mark('u8', 'psychosis')])
    const shown = passages.find(({ topic, finding }) => topic === 'psychosis' && finding === 'stated')
    expect(shown?.alsoMarked).toEqual([{ utteranceId: 'u8', quote: 'Full of beans.' }])
    expect(addedByModel(passages)).toMatchObject([{ topic: 'suicide', utteranceId: 'u6' }])
    expect(addedByModel(card([mark('u4', 'abuse'), mark('u6', 'abuse')]))).toMatchObject([
      { utteranceId: 'u4', alsoMarked: [{ utteranceId: 'u6', quote: 'Yes, every night.' }] },
    ])
  })
})

describe('marked words in an edited transcript', () => {
  const edited = (...edits: TranscriptEdit[]) => {
    let { utterances } = transcript
    for (const [at, edit] of edits.entries())
      ({ utterances } = applyEdit({ ...transcript, utterances, revision: at, hasTimes: true }, edit))
    return { ...transcript, utterances }
  }
  const split = (utteranceId: string, at: number) => ({ kind: 'split', utteranceId, at }) as const
  const merge = (utteranceId: string) => ({ kind: 'merge turns', utteranceId, acrossSpeakers: true }) as const
  const ofClient = (utteranceId: string, topic?: RiskMark['topic']): RiskMark => ({
    ...mark(utteranceId, topic),
    speaker: 'client',
  })
  const quotes = (passages: readonly SafetyPassage[]) => addedByModel(passages).map(({ quote }) => quote)

  test('marked words are shown as one passage for each part of a split turn', () => {
    expect(quotes(card([mark('u4')], edited(split('u4', 11))))).toEqual(['Four hours', 'if I am lucky.'])
  })

  test('marked words are shown with the turn that they were merged into, also after another split', () => {
    const merged = edited(split('u3', 6), merge('u4'))
    expect(quotes(card([ofClient('u4')], merged))).toEqual(['And sleep? Four hours if I am lucky.'])
    const parts = edited(merge('u4'), split('u3', 6), split('u3~2', 11))
    expect(quotes(card([ofClient('u4')], parts))).toEqual(['Okay.', 'And sleep?', 'Four hours if I am lucky.'])
  })

  test('marked words are shown once if two marked turns are merged', () => {
    const two = edited(split('u4', 11), merge('u4~1'))
    expect(quotes(card([mark('u4'), mark('u4~1')], two))).toEqual(['Four hours if I am lucky.'])
  })

  test('marked words still need a decision when their turn becomes the therapist’s', () => {
    const swapped = edited({ kind: 'swap', label: 'therapist', other: 'client' })
    expect(quotes(card([ofClient('u4')], swapped))).toEqual(['Four hours if I am lucky.'])
  })

  test('marked words are shown without the part that became the therapist’s', () => {
    const given = edited(split('u4', 11), { kind: 'speaker', utteranceId: 'u4~1', label: 'therapist' })
    expect(quotes(card([ofClient('u4')], given))).toEqual(['Four hours'])
  })

  test('marked words of the therapist are shown once their turn becomes the client’s', () => {
    const asked: RiskMark = { ...mark('u7', 'abuse'), speaker: 'therapist' }
    const given = edited({ kind: 'speaker', utteranceId: 'u7', label: 'client' })
    expect(quotes(card([asked], given))).toEqual(['And how is the garden?'])
  })

  test('a split turn counts as one mark towards the limit', () => {
    const day = Array.from({ length: 20 }, (_, at) => `T: And day ${at}?\nC: Day ${at} was dull.`).join('\n')
    const { utterances } = applyEdit({ ...transcriptOf(day), revision: 0 }, split('u2', 6))
    const marks = utterances.filter(({ speaker }) => speaker === 'client').map(({ id }) => ofClient(id))
    const found = withModelPassages([], marks, { ...transcript, utterances }, [])
    expect(found).toHaveLength(maxModelPassages + 1)
  })
})
