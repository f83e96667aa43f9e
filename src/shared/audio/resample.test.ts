import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Resampler } from './resample.ts'

const to = 16_000

const tone = (hertz: number, rate: number, samples: number) =>
  Float32Array.from({ length: samples }, (_, index) => 0.5 * Math.sin((2 * Math.PI * hertz * index) / rate))

/** Returns all output samples for the given blocks. */
function resample(rate: number, blocks: readonly Float32Array[]): number[] {
  const resampler = new Resampler(rate, to)
  return blocks.flatMap((block) => [...resampler.push(block)])
}

const power = (samples: readonly number[]) => samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
/** Excludes the ends, where the filter lacks input. */
const middle = (samples: readonly number[]) => samples.slice(100, -100)

describe('resampler', () => {
  const rates = [8000, 11_025, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 88_200, 96_000, 47_999]

  it.each(rates)('a resampler keeps tone and timing (from %i Hz)', (rate) => {
    const hertz = 1000
    const out = resample(rate, [tone(hertz, rate, rate)])
    const wanted = [...tone(hertz, to, out.length)]
    const error = out.map((sample, index) => sample - (wanted[index] ?? 0))
    expect(10 * Math.log10(power(middle(wanted)) / power(middle(error)))).toBeGreaterThan(55)
    expect(Math.abs(out.length - to)).toBeLessThan(to / 100)
  })

  it.each([44_100, 48_000, 96_000])(
    'a resampler removes frequencies above the limit of the new rate (from %i Hz)',
    (rate) => {
      const out = resample(rate, [tone(10_000, rate, rate)])
      expect(10 * Math.log10(power(middle(out)))).toBeLessThan(-70)
    },
  )

  it.each(rates)('a resampler returns the remaining output at the end (from %i Hz)', (rate) => {
    const resampler = new Resampler(rate, to)
    const length = resampler.push(tone(440, rate, rate)).length + resampler.flush().length
    expect(Math.abs(length - to)).toBeLessThanOrEqual(2)
  })

  it('a resampler returns the same output for any block size', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...rates),
        fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 20 }),
        (rate, cuts) => {
          const wholeTone = tone(440, rate, rate / 10)
          const ends = cuts.map((_, index) => cuts.slice(0, index + 1).reduce((sum, cut) => sum + cut, 0))
          const blocks = [...ends, wholeTone.length].map((end, index) => wholeTone.slice(ends[index - 1] ?? 0, end))
          expect(resample(rate, blocks)).toEqual(resample(rate, [wholeTone]))
        },
      ),
      { numRuns: 30 },
    ))
})
