import { describe, expect, test } from 'vitest'
import type { Segment } from '../port.ts'
import { assignSpeakers } from './assign.ts'
import type { Turn } from './port.ts'

const turn = (start: number, end: number, voice: number): Turn => ({ start, end, voice })

/** A segment whose words take a second each. */
function segmentAt(start: number, text: string): Segment {
  const words = text.split(' ').map((word, i) => ({ start: start + i, end: start + i + 1, text: word }))
  return { start, end: start + words.length, text, words }
}

const brief = (segments: Segment[]) => segments.map(({ label, text, start, end }) => [label, text, start, end])

describe('speakers of segments', () => {
  test('a segment without times of words belongs to the voice that speaks longest in it', () => {
    const segments = [{ start: 0, end: 5, text: 'How are you? I am fine.' }]
    expect(assignSpeakers(segments, [turn(0, 2, 0), turn(2, 5, 1)])).toEqual([
      { start: 0, end: 5, text: 'How are you? I am fine.', label: 'Speaker 2', isSpeakerUnsure: true },
    ])
  })

  test('a segment with times of words is split where the voice changes', () => {
    const turns = [turn(0, 3, 0), turn(3, 6, 1)]
    expect(brief(assignSpeakers([segmentAt(0, 'How are you? I am fine.')], turns))).toEqual([
      ['Speaker 1', 'How are you?', 0, 3],
      ['Speaker 2', 'I am fine.', 3, 6],
    ])
  })

  test('a word during which the voice changes belongs to the voice that speaks most of it', () => {
    const [earlyChange] = assignSpeakers([segmentAt(0, 'one two three four')], [turn(0, 1.4, 0), turn(1.4, 4, 1)])
    expect(earlyChange).toMatchObject({ text: 'one two three four', label: 'Speaker 2' })
    const lateChange = assignSpeakers([segmentAt(0, 'one two three four')], [turn(0, 1.6, 0), turn(1.6, 4, 1)])
    expect(lateChange.map(({ text }) => text)).toEqual(['one two', 'three four'])
  })

  test('a single word of another voice inside a sentence stays with the sentence', () => {
    const turns = [turn(0, 2, 0), turn(2, 3, 1), turn(3, 5, 0)]
    expect(brief(assignSpeakers([segmentAt(0, 'one two three four five')], turns))).toEqual([
      ['Speaker 1', 'one two three four five', 0, 5],
    ])
  })

  test('a sentence of one word keeps its own voice', () => {
    expect(assignSpeakers([segmentAt(2, 'Yes.')], [turn(0, 2, 0), turn(2, 3, 1)])[0]?.label).toBe('Speaker 2')
  })

  test('crosstalk is marked, also in a segment without times of words', () => {
    const turns = [turn(0, 5, 0), turn(4, 9, 1)]
    const marks = assignSpeakers(
      [
        { start: 0, end: 3, text: 'before' },
        { start: 3.5, end: 5, text: 'during' },
        { start: 6, end: 9, text: 'after' },
      ],
      turns,
    ).map(({ isCrosstalk }) => isCrosstalk)
    expect(marks).toEqual([undefined, true, undefined])
  })

  test('a very short overlap with another voice is not crosstalk', () => {
    const [segment] = assignSpeakers([{ start: 0, end: 4, text: 'one' }], [turn(0, 4, 0), turn(3.8, 9, 1)])
    expect(segment?.isCrosstalk).toBeUndefined()
  })

  test('the speaker of a segment is unsure if two voices have similar shares of it, or no voice has any', () => {
    const turns = [turn(0, 4, 0), turn(4, 6, 1), turn(20, 22, 1)]
    const unsure = (start: number, end: number) =>
      assignSpeakers([{ start, end, text: 'words' }], turns)[0]?.isSpeakerUnsure ?? false
    expect([unsure(0, 4), unsure(0, 5), unsure(3, 5), unsure(0, 6), unsure(10, 12)]).toEqual([
      false,
      false,
      true,
      true,
      true,
    ])
    const split = assignSpeakers([segmentAt(1, 'one two three four five')], turns)
    expect(split.map(({ isSpeakerUnsure }) => isSpeakerUnsure)).toEqual([undefined, undefined])
  })

  test('segments outside all turns get the speaker of the nearest turn', () => {
    const turns = [turn(0, 2, 0), turn(20, 30, 1)]
    const labels = assignSpeakers(
      [
        { start: 4, end: 5, text: 'near the first' },
        { start: 17, end: 18, text: 'near the second' },
        { start: 99, end: 99, text: 'without length' },
      ],
      turns,
    ).map(({ label }) => label)
    expect(labels).toEqual(['Speaker 1', 'Speaker 2', 'Speaker 2'])
  })

  test('no words are lost or repeated, whatever the turns are', () => {
    const text = 'a b c d e f g h i j k l m n o p'
    for (let change = 0; change < 16; change += 0.3) {
      const turns = [turn(0, change, 0), turn(change, change + 1.7, 1), turn(change + 1.2, 16, 2)]
      const parts = assignSpeakers([segmentAt(0, text)], turns)
      expect(parts.map((part) => part.text).join(' ')).toBe(text)
      for (const [i, { start, end }] of parts.entries()) {
        expect(end).toBeGreaterThan(start)
        expect(start).toBeGreaterThanOrEqual(parts[i - 1]?.end ?? 0)
      }
    }
  })
})
