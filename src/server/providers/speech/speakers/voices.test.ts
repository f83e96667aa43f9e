import { describe, expect, test } from 'vitest'
import { findVoices } from './cluster.ts'
import { normalized } from './directions.ts'
import type { VoicedStretch } from './turns.ts'
import { separateVoices } from './voices.ts'

/** Numbers from -0.5 to 0.5 that are the same in every run (Park and Miller's generator). */
function generator(): () => number {
  let state = 20_261_123
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647 - 0.5
}

const random = generator()
const size = 32

/** A direction near the axis `voice`; the cosine of two windows of one voice is about 0.8. */
function directionNear(voice: number, spread = 0.3): Float32Array {
  return normalized(Float32Array.from({ length: size }, (_, i) => (i === voice ? 1 : 0) + spread * random()))
}

const pauseEnergy = 1e-5
const speechEnergy = 1e-2

/** A stretch of speech with one window per half second. Voices follow each other after `seconds` each. */
function stretch(start: number, voices: number[], seconds = 4, pause = false): VoicedStretch {
  const end = start + voices.length * seconds
  const voiceAt = (at: number) => voices[Math.min(voices.length - 1, Math.floor((at - start) / seconds))] ?? 0
  const energies = Array.from({ length: Math.round((end - start) * 10) }, (_, i) => {
    const isChange = i > 0 && i % (seconds * 10) < 2
    return pause && isChange ? pauseEnergy : speechEnergy
  })
  const windows = []
  for (let at = start; at + 1.6 <= end; at += 0.5)
    windows.push({ start: at, end: at + 1.6, embedding: directionNear(voiceAt(at + 0.8)) })
  return { start, end, energies, windows }
}

describe('voices of a recording', () => {
  test('two voices are separated, numbered by appearance, and change in the pause', () => {
    const { count, turns } = separateVoices([stretch(10, [5, 2], 4, true), stretch(30, [2])], 2)
    expect(count).toBe(2)
    expect(turns.map(({ voice }) => voice)).toEqual([0, 1, 1])
    expect(turns[1]?.start).toBeCloseTo(14, 0)
    expect(turns[0]?.end).toBeCloseTo(14, 0)
    expect(turns.at(-1)?.start).toBe(30)
  })

  test('two voices that speak at the same time have turns that overlap', () => {
    const overlaps = [{ start: 3.6, end: 4.4 }]
    const { turns } = separateVoices([stretch(0, [1, 2]), stretch(20, [1])], 2, { overlaps })
    expect(turns).toHaveLength(3)
    const [first, second] = turns
    expect([first?.voice, second?.voice]).toEqual([0, 1])
    expect(first?.end).toBeGreaterThanOrEqual(4.4)
    expect(second?.start).toBeLessThanOrEqual(3.6)
  })

  test('a short remark during another voice’s turn is a separate turn of the nearest remaining voice', () => {
    const overlaps = [{ start: 2, end: 2.8 }]
    const stretches = [stretch(0, [1]), stretch(10, [2]), stretch(20, [3, 1, 2, 3])]
    const [long] = stretches
    for (const window of long?.windows.filter(({ start, end }) => start < 2.8 && end > 2) ?? [])
      window.embedding = normalized(window.embedding.map((value, i) => value + 0.4 * (directionNear(3)[i] ?? 0)))
    const { turns } = separateVoices(stretches, 3, { overlaps })
    expect(turns.slice(0, 2)).toEqual([
      { start: 0, end: 4, voice: 0 },
      { ...overlaps[0], voice: turns.find(({ start }) => start >= 20)?.voice },
    ])
  })

  test('an overlap in a pause, or in a recording with one voice, changes nothing', () => {
    const overlaps = [{ start: 4.2, end: 5 }]
    const pair = [stretch(0, [1]), stretch(10, [2])]
    expect(separateVoices(pair, 2, { overlaps })).toEqual(separateVoices(pair, 2))
    const one = [stretch(0, [1, 1])]
    expect(separateVoices(one, 2, { overlaps })).toEqual(separateVoices(one, 2))
  })

  test('a recording of one voice has one voice, whatever count is expected', () => {
    for (const count of [2, 6, 'auto'] as const)
      expect(separateVoices([stretch(0, [3, 3, 3, 3, 3])], count)).toEqual({
        count: 1,
        turns: [{ start: 0, end: 20, voice: 0 }],
      })
  })

  test('the count “auto” finds all voices that differ', () => {
    expect(separateVoices([stretch(0, [1, 2, 3, 1, 2, 3])], 'auto').count).toBe(3)
  })

  test('of more than six voices, six are distinguished', () => {
    const { count, turns } = separateVoices([stretch(0, [1, 2, 3, 4, 5, 6, 7, 8])], 'auto')
    expect(count).toBe(6)
    expect(Math.max(...turns.map(({ voice }) => voice))).toBe(5)
  })

  test('of three voices, two are distinguished if two are expected', () => {
    expect(separateVoices([stretch(0, [1, 2, 3, 1, 2, 3])], 2).count).toBe(2)
  })

  test('a voice with little speech is found beside one with much', () => {
    const { turns } = separateVoices([stretch(0, [...Array.from({ length: 30 }, () => 1), 2, 1])], 2)
    expect(turns.map(({ voice }) => voice)).toEqual([0, 1, 0])
  })

  test('one noisy window does not become a voice', () => {
    const quiet = stretch(0, [1, 1, 1, 1, 1])
    const [first] = quiet.windows
    if (first) first.embedding = directionNear(9)
    expect(separateVoices([quiet], 2).count).toBe(1)
  })

  test('a recording without speech has no voice, and one short word has one', () => {
    expect(separateVoices([], 2)).toEqual({ count: 0, turns: [] })
    const word = {
      start: 1,
      end: 1.4,
      energies: [1, 1, 1, 1],
      windows: [{ start: 1, end: 1.4, embedding: directionNear(1) }],
    }
    expect(separateVoices([word], 2)).toEqual({ count: 1, turns: [{ start: 1, end: 1.4, voice: 0 }] })
  })

  test('audio without a direction, as zeros, is one voice', () => {
    expect(findVoices([new Float32Array(size), new Float32Array(size)], 2)).toHaveLength(1)
  })

  test('two voices are separated in a recording of four hours', () => {
    const hours = Array.from({ length: 720 }, (_, i) => stretch(i * 20, i % 3 === 0 ? [1, 2, 1, 2] : [1, 1, 2, 2]))
    expect(separateVoices(hours, 2).count).toBe(2)
  })
})
