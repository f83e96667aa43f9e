import { expect, it } from 'vitest'
import { measureLag } from './lag.ts'

/** Returns whether the browser is behind after windows of ten seconds, each with this much processed audio in milliseconds. */
function after(windows: readonly { passedMs: number; audioMs: number }[]): boolean {
  const meter = measureLag()
  let [steady, audio] = [0, 0]
  let isBehind = meter(0, 0)
  for (const { passedMs, audioMs } of windows) {
    steady += passedMs
    audio += audioMs
    isBehind = meter(steady, audio)
  }
  return isBehind
}

it('a browser that processes less audio than time has passed is behind, until it catches up', () => {
  expect(after([{ passedMs: 10_000, audioMs: 9900 }])).toBe(false)
  expect(after([{ passedMs: 10_000, audioMs: 9000 }])).toBe(true)
  const lateAudio = { passedMs: 10_000, audioMs: 9000 }
  expect(after([lateAudio, { passedMs: 5000, audioMs: 5000 }])).toBe(true)
  expect(after([lateAudio, { passedMs: 10_000, audioMs: 10_000 }])).toBe(false)
})

it('a computer that slept does not count as behind with its audio', () => {
  expect(after([{ passedMs: 60_000, audioMs: 1000 }])).toBe(false)
})
