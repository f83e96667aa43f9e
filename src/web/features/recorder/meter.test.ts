import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { barHeight } from './meter.ts'

describe('a bar of the level meter', () => {
  it('lies flat in silence and stands full for loud speech', () => {
    expect(barHeight(0)).toBe(0)
    expect(barHeight(0.0005)).toBe(0)
    expect(barHeight(0.5)).toBe(1)
  })

  it('shows quiet speech (-40 dB) clearly', () => expect(barHeight(0.01)).toBeGreaterThan(0.3))

  it('never falls when it gets louder', () => {
    const level = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(level, level, (one, other) => {
        expect(barHeight(Math.max(one, other))).toBeGreaterThanOrEqual(barHeight(Math.min(one, other)))
      }),
    )
  })
})
