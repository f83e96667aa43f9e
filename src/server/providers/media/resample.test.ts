import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { concat, mixDown, speechRate, toInt16 } from './pcm.ts'
import { Resampler } from './resample.ts'

const tone = (hertz: number, rate: number, seconds: number) =>
  Float32Array.from({ length: rate * seconds }, (_, i) => 0.5 * Math.sin((2 * Math.PI * hertz * i) / rate))

function resample(samples: Float32Array, rate: number, portions: number[] = [samples.length]): Float32Array {
  const resampler = new Resampler(rate)
  const parts: Float32Array[] = []
  let at = 0
  for (const portion of portions) {
    parts.push(resampler.push(samples.slice(at, at + portion)))
    at += portion
  }
  return concat([...parts, resampler.push(samples.slice(at)), resampler.flush()])
}

describe.each([8_000, 11_025, 22_050, 24_000, 44_100, 48_000, 96_000])('resamples from %i Hz', (rate) => {
  test('a tone keeps its shape and position', () => {
    const out = resample(tone(440, rate, 1), rate)
    const ideal = tone(440, speechRate, 1)
    expect(Math.abs(out.length - ideal.length)).toBeLessThanOrEqual(2)
    for (let i = 100; i < ideal.length - 100; i++) expect(Math.abs((out[i] ?? 0) - (ideal[i] ?? 0))).toBeLessThan(0.01)
  })
})

test('removes frequencies above 8 kHz instead of folding them into speech', () => {
  const out = resample(tone(12_000, 48_000, 0.5), 48_000)
  expect(Math.max(...out.subarray(200, -200).map(Math.abs))).toBeLessThan(0.01)
})

test('the size of the blocks makes no difference', () => {
  const samples = tone(330, 44_100, 0.3)
  const whole = resample(samples, 44_100)
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 8 }), (portions) => {
      expect(resample(samples, 44_100, portions)).toEqual(whole)
    }),
    { numRuns: 30 },
  )
})

test('mixing is the mean, and 16-bit samples are clipped', () => {
  expect([...mixDown([Float32Array.of(1, 0.5), Float32Array.of(0, 0.5)])]).toEqual([0.5, 0.5])
  expect([...toInt16(Float32Array.of(2, -2, 0))]).toEqual([32_767, -32_768, 0])
})
