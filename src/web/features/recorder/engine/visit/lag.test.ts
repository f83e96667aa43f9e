import { expect, it } from 'vitest'
import { measureLag } from './lag.ts'

/** The result after these windows of ten seconds, each with this much audio in milliseconds. */
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

it('a browser that processes less audio than time has passed is behind, until it keeps up again', () => {
  expect(after([{ passedMs: 10_000, audioMs: 9900 }])).toBe(false)
  expect(after([{ passedMs: 10_000, audioMs: 9000 }])).toBe(true)
  const late = { passedMs: 10_000, audioMs: 9000 }
  expect(after([late, { passedMs: 5000, audioMs: 5000 }])).toBe(true)
  expect(after([late, { passedMs: 10_000, audioMs: 10_000 }])).toBe(false)
})

it('a computer that slept is not behind', () => {
  expect(after([{ passedMs: 60_000, audioMs: 1000 }])).toBe(false)
})
