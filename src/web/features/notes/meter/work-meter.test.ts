import { beforeEach, describe, expect, test } from 'vitest'
import { WorkMeter } from './work-meter.ts'

let time = 0
let meter: WorkMeter
beforeEach(() => {
  time = 0
  meter = new WorkMeter(() => time)
})

/** Simulates seconds that pass, with a tick after each. */
function pass(seconds: number, isVisible = true): void {
  for (let second = 0; second < seconds; second += 1) {
    time += 1000
    meter.tick(isVisible)
  }
}
const measured = () => meter.take(1000)?.activeMs ?? 0

describe('active time', () => {
  test('active time counts while the note is visible, until a minute after the last input', () => {
    pass(300)
    expect(measured()).toBe(59_000)
    meter.input()
    pass(30)
    expect(measured()).toBe(30_000)
  })

  test('active time does not count while the note is hidden', () => {
    pass(10)
    meter.input()
    pass(20, false)
    meter.input()
    pass(5)
    expect(measured()).toBe(15_000)
  })

  test('active time does not count while the machine sleeps or the tab is frozen', () => {
    pass(3)
    time += 3_600_000
    meter.input()
    meter.tick(true)
    expect(measured()).toBe(5000)
  })

  test('active time is not sent before it reaches the minimum', () => {
    time = 400
    meter.tick(true)
    expect(meter.take(1000)).toBeNull()
    time = 1200
    meter.tick(true)
    expect(meter.take(1000)).toEqual({ activeMs: 1200, snippets: 0 })
    expect(meter.take(1000)).toBeNull()
  })

  test('unsent active time is sent later, at most 60 seconds in one request', () => {
    for (let minute = 0; minute < 3; minute += 1) {
      meter.input()
      pass(50)
      meter.addSnippet()
      const work = meter.take(1000)
      if (work) meter.restore(work)
    }
    expect(meter.take(1000)).toEqual({ activeMs: 60_000, snippets: 3 })
  })
})

test('inserted snippets are sent without active time, at most 20 in one request', () => {
  meter.addSnippet()
  expect(meter.take(1000)).toEqual({ activeMs: 0, snippets: 1 })
  for (let count = 0; count < 50; count += 1) meter.addSnippet()
  expect(meter.take(1000)).toEqual({ activeMs: 0, snippets: 20 })
})
