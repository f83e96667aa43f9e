import { describe, expect, test } from 'vitest'
import type { SafetyPassage } from '#shared/contract/notes.ts'
import { mostModelPassages } from '#shared/rules/safety-lists.ts'
import { statusOf } from '#shared/rules/safety-status.ts'
import { transcriptOf } from '../transcript.fixture.ts'
import { type RiskMark, withModelPassages } from './model-passages.ts'
import { findSafety } from './safety.ts'

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
const added = (passages: readonly SafetyPassage[]) => passages.filter(({ foundByModel }) => foundByModel)

describe('turns that a language model marks', () => {
  test('are added as unclear, verbatim, with the whole exchange', () => {
    expect(added(card([mark('u4')]))).toEqual([
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

  test('only add doubt: every passage of the rules stays as it is', () => {
    const everything = transcript.utterances.flatMap(({ id }) => [mark(id), mark(id, 'psychosis'), mark(id, 'abuse')])
    const passages = card(everything)
    expect(passages).toEqual(expect.arrayContaining(rules))
    expect(added(passages).every(({ finding }) => finding === 'unclear')).toBe(true)
    expect(statusOf(passages, 'psychosis')).toBe('stated')
    expect(statusOf(rules, 'suicide')).toBe('denied')
    expect(statusOf(passages, 'suicide')).toBe('unclear')
  })

  test('make a topic that was not raised unclear', () => {
    expect(statusOf(rules, 'abuse')).toBe('not raised')
    expect(statusOf(card([mark('u8', 'abuse')]), 'abuse')).toBe('unclear')
  })

  test.each([
    ['an unknown turn', mark('u99')],
    ['a turn of the therapist', mark('u7', 'abuse')],
    ['a turn that the rules show as stated', mark('u6', 'psychosis')],
  ])('are ignored: %s', (_, one) => {
    expect(card([one])).toEqual(rules)
  })

  test('are the first of each topic at most', () => {
    const babble = transcriptOf(
      Array.from({ length: 200 }, (_, at) => `T: And day ${at}?\nC: Day ${at} was dull.`).join('\n'),
    )
    const marks = babble.utterances.map(({ id }) => mark(id)).toReversed()
    const found = card([...marks, ...marks], babble, [])
    expect(found).toHaveLength(mostModelPassages)
    expect(found[0]?.utteranceId).toBe('u2')
  })

  test('follow the turn when its words are corrected, and end with it', () => {
    const utterances = transcript.utterances.map((one) => (one.id === 'u4' ? { ...one, text: 'I left the key.' } : one))
    expect(added(card([mark('u4')], { ...transcript, utterances }))).toMatchObject([{ quote: 'I left the key.' }])
    expect(added(card([mark('u4')], { ...transcript, utterances: utterances.slice(0, 3) }))).toEqual([])
  })
})
