import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { sentenceSpans, splitSentences } from './sentences.ts'

describe('splitSentences', () => {
  test.each([
    ['I slept. I woke up.', ['I slept.', 'I woke up.']],
    ['Dr. Hale said 2.5 mg is enough. Fine.', ['Dr. Hale said 2.5 mg is enough.', 'Fine.']],
    ['At 5 p.m. I go home.', ['At 5 p.m. I go home.'].flatMap(() => ['At 5 p.m.', 'I go home.'])],
    ['It starts at 5 p.m. every day.', ['It starts at 5 p.m. every day.']],
    ['Well... maybe. Yes!', ['Well... maybe.', 'Yes!']],
    ['Really? no. okay', ['Really?', 'no.', 'okay']],
    ['Client reports: “I sleep. Badly.” That is new.', ['Client reports: “I sleep. Badly.”', 'That is new.']],
    ['one line\nanother line', ['one line', 'another line']],
    ['J. Smith came. So did I. Then we left.', ['J. Smith came.', 'So did I.', 'Then we left.']],
    ["I don’t. She can't. He won’t.", ['I don’t.', "She can't.", 'He won’t.']],
    ['   ', []],
  ])('splitSentences splits “%s”', (text, expected) => {
    expect(splitSentences(text)).toEqual(expected)
  })

  test('a long row of marks is split within seconds', () => {
    expect(splitSentences(`So${'.'.repeat(100_000)}yes. No.`)).toHaveLength(2)
  }, 10_000)

  test('splitSentences drops only white space, and sentenceSpans returns spans in order', () => {
    const piece = fc.constantFrom('I', 'slept', 'Dr.', 'badly.', '“Why?”', '2.5', '…', '\n', 'p.m.', 'no!', ' ')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join(' ')
        expect(splitSentences(text).join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
        const spans = sentenceSpans(text)
        expect(spans.every(({ start }, at) => start >= (spans[at - 1]?.end ?? 0))).toBe(true)
      }),
    )
  })
})
