import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { barHeight } from './meter.ts'

describe('a bar of the level meter', () => {
  it('a bar of the level meter is empty in silence and full at the maximum', () => {
    expect(barHeight(0)).toBe(0)
    expect(barHeight(1)).toBe(1)
    expect(barHeight(1.2)).toBe(1)
  })

  it('a bar of the level meter shows quiet speech clearly, and leaves headroom above normal speech', () => {
    // 40 and 20 dB below full scale, on the recorder's scale of 60 dB.
    expect(barHeight(1 / 3)).toBeGreaterThan(0.1)
    expect(barHeight(2 / 3)).toBeLessThan(0.6)
  })

  it('a bar of the level meter never gets shorter when the sound gets louder', () => {
    const level = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(level, level, (one, other) => {
        expect(barHeight(Math.max(one, other))).toBeGreaterThanOrEqual(barHeight(Math.min(one, other)))
      }),
    )
  })
})
