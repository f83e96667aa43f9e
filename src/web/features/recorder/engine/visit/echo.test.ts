import { describe, expect, it } from 'vitest'
import { speechRate } from '#shared/audio/speech-rate.ts'
import { hasEcho, isQuiet } from './echo.ts'
import { watchEcho } from './echo-watch.ts'

const seconds = 5

/** Returns repeatable pseudo-random numbers between 0 and 1. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

/** Returns noise like speech: syllables of 80 to 300 ms with pauses, as loud as speech. */
function speech(seed: number): Int16Array {
  const next = random(seed)
  const samples = new Int16Array(seconds * speechRate)
  for (let at = 0; at < samples.length;) {
    const length = Math.round((0.08 + 0.22 * next()) * speechRate)
    const level = next() < 0.3 ? 0 : 2000 + 6000 * next()
    for (let end = Math.min(samples.length, at + length); at < end; at++) samples[at] = level * (2 * next() - 1)
  }
  return samples
}

/** Returns these samples delayed and quieter, with the noise of a room. */
function repeated(samples: Int16Array, delayMs: number, gain: number): Int16Array {
  const next = random(99)
  const delay = (delayMs * speechRate) / 1000
  return samples.map((_, at) => gain * (samples[at - delay] ?? 0) + 120 * (next() - 0.5))
}

describe('an echo of the tab in the microphone', () => {
  it.each([10, 120, 390])('an echo is found if it is %i ms late and has a tenth of the loudness', (delayMs) => {
    const tab = speech(1)
    expect(hasEcho(tab, repeated(tab, delayMs, 0.1))).toBe(true)
  })

  it('no echo is found if two people speak at the same time', () => {
    for (let seed = 2; seed < 12; seed++) expect(hasEcho(speech(seed), speech(seed + 50))).toBe(false)
  })

  it('whether there is an echo is unknown while one of the voices is silent', () => {
    const silence = new Int16Array(seconds * speechRate)
    expect(hasEcho(speech(1), silence)).toBeNull()
    expect(hasEcho(silence, speech(1))).toBeNull()
    expect(isQuiet(silence)).toBe(true)
  })
})

describe('the echo watch', () => {
  it('the echo watch reports an echo after two chunks, and its end after two chunks without an echo', () => {
    const reports: boolean[] = []
    const watch = watchEcho((found) => reports.push(found))
    const tab = speech(3)
    const add = (microphone: Int16Array, at: number) => {
      watch.add('client', tab, at)
      watch.add('therapist', microphone, at + 20)
    }
    add(repeated(tab, 100, 0.2), 0)
    expect(reports).toEqual([])
    add(repeated(tab, 100, 0.2), 5000)
    expect(reports).toEqual([true])
    add(speech(60), 10_000)
    expect(reports).toEqual([true])
    add(speech(61), 15_000)
    expect(reports).toEqual([true, false])
  })

  it('the echo watch compares only chunks of the same seconds', () => {
    const reports: boolean[] = []
    const watch = watchEcho((found) => reports.push(found))
    const tab = speech(4)
    for (const at of [0, 5000, 10_000]) {
      watch.add('client', tab, at)
      watch.add('therapist', tab, at + 2500)
    }
    expect(reports).toEqual([])
  })
})
