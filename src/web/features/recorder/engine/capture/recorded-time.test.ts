import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Clock, elapsed, pauseClock, isGap, resumeClock } from './recorded-time.ts'

const at = (ms: number) => ({ wall: 1_000_000 + ms, steady: ms })
const none: Clock = { doneMs: 0, since: null }

describe('recorded time', () => {
  it('recorded time counts only while recording', () =>
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(10_000), fc.nat(10_000)), { maxLength: 20 }), (turns) => {
        let clock = none
        let now = 0
        for (const [recorded, paused] of turns) {
          clock = resumeClock(clock, at(now))
          now += recorded
          clock = pauseClock(clock, at(now))
          now += paused
        }
        expect(elapsed(clock, at(now))).toBe(turns.reduce((sum, [recorded]) => sum + recorded, 0))
      }),
    ))

  it('recorded time does not advance after a pause', () => {
    const clock = pauseClock(resumeClock(none, at(0)), at(4000))
    expect(elapsed(clock, at(60_000))).toBe(4000)
  })

  it('recorded time is never negative, and repeated starts do not reset it', () => {
    const clock = resumeClock(resumeClock(none, at(0)), at(5000))
    expect(elapsed(clock, at(6000))).toBe(6000)
    expect(elapsed(resumeClock(none, at(6000)), at(5000))).toBe(0)
  })
})

describe('a gap', () => {
  it('a gap is more than five seconds without a slice, by either clock', () => {
    expect(isGap(at(0), at(5000))).toBe(false)
    expect(isGap(at(0), at(5001))).toBe(true)
    // On some computers, the steady clock stops during sleep.
    expect(isGap({ wall: 0, steady: 0 }, { wall: 3_600_000, steady: 500 })).toBe(true)
    // The user or the system may set the wall clock back.
    expect(isGap({ wall: 3_600_000, steady: 0 }, { wall: 0, steady: 6000 })).toBe(true)
  })
})
