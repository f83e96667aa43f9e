import { describe, expect, test } from 'vitest'
import { speechRate } from '#shared/audio/speech-rate.ts'
import type { Token } from './recognizer.ts'
import { timeSentences } from './sentence-times.ts'

/** Audio of `seconds`, loud in the given spans and nearly silent elsewhere. */
function audio(seconds: number, loud: [start: number, end: number][]): Float32Array {
  const isLoud = (at: number) => loud.some(([start, end]) => at >= start && at < end)
  return Float32Array.from(
    { length: seconds * speechRate },
    (_, i) => (isLoud(i / speechRate) ? 0.3 : 0.001) * (-1) ** i,
  )
}

const tokens: Token[] = [
  { text: ' Good', start: 0.5 },
  { text: ' morning', start: 0.9 },
  { text: '.', start: 1.6 },
  { text: ' Did', start: 1.9 },
  { text: ' you', start: 2.3 },
  { text: ' sleep', start: 2.6 },
  { text: '?', start: 3.4 },
]
const text = tokens.map((token) => token.text).join('')

/** Times are compared in tenths of a second. */
const timesOf = (sentences: ReturnType<typeof timeSentences>) =>
  sentences.map(({ start, end, text: spoken }) => [Number(start.toFixed(1)), Number(end.toFixed(1)), spoken])

describe('times of sentences', () => {
  const samples = audio(4, [
    [0.5, 1.5],
    [2, 3.5],
  ])

  test('words have the times of their tokens, within their sentence', () => {
    const sentences = timeSentences({ text, tokens }, samples, [{ start: 0.5, end: 3.5 }])
    const words = sentences.map((sentence) =>
      sentence.words.map(({ start, end, text: word }) => [Number(start.toFixed(1)), Number(end.toFixed(1)), word]),
    )
    expect(words).toEqual([
      [
        [0.5, 0.9, 'Good'],
        [0.9, 1.5, 'morning.'],
      ],
      [
        [2, 2.3, 'Did'],
        [2.3, 2.6, 'you'],
        [2.6, 3.5, 'sleep?'],
      ],
    ])
  })

  test('without times of tokens, words have no times', () => {
    const sentences = timeSentences({ text, tokens: [] }, samples, [{ start: 0.5, end: 3.5 }])
    expect(sentences.map(({ words }) => words)).toEqual([[], []])
  })

  test('a sentence ends in the pause near its last token', () => {
    const speech = [{ start: 0.5, end: 3.5 }]
    expect(timesOf(timeSentences({ text, tokens }, samples, speech))).toEqual([
      [0.5, 1.5, 'Good morning.'],
      [2, 3.5, 'Did you sleep?'],
    ])
  })

  test('without times of tokens, the length of the text gives the times of sentences', () => {
    const speech = [
      { start: 0.5, end: 1.5 },
      { start: 2, end: 3.5 },
    ]
    expect(timesOf(timeSentences({ text, tokens: [] }, samples, speech))).toEqual([
      [0.5, 1.5, 'Good morning.'],
      [2, 3.5, 'Did you sleep?'],
    ])
  })

  test('sentences without a pause between them adjoin', () => {
    const [first, second] = timeSentences({ text, tokens }, audio(4, [[0.5, 3.5]]), [{ start: 0.5, end: 3.5 }])
    expect(first?.end).toBeGreaterThan(1.5)
    expect(second?.start).toBeGreaterThanOrEqual(first?.end ?? 9)
    expect(second?.start).toBeLessThan(2.4)
  })

  test('a single sentence has the times of all speech', () => {
    expect(timesOf(timeSentences({ text: ' Yes', tokens: [] }, samples, [{ start: 0.5, end: 1.5 }]))).toEqual([
      [0.5, 1.5, 'Yes'],
    ])
  })

  test('marks of silence and music give no sentences', () => {
    for (const mark of ['', ' [BLANK_AUDIO]', '(music)', ' ...'])
      expect(timeSentences({ text: mark, tokens: [] }, samples, [{ start: 0.5, end: 1.5 }])).toEqual([])
  })
})
