import { describe, expect, it } from 'vitest'
import { isSilent, loudness, nextSilenceMs } from './loudness.ts'

describe('the level meter', () => {
  it('the level meter covers a range of 60 dB', () => {
    expect([loudness(0), loudness(0.0001), loudness(1), loudness(2)]).toEqual([0, 0, 1, 1])
    expect(loudness(10 ** (-30 / 20))).toBeCloseTo(0.5)
  })
})

describe('the silence warning', () => {
  const after = (...levels: number[]) => levels.reduce((quiet, rms) => nextSilenceMs(quiet, rms, 1000), 0)
  const quietRoom = 10 ** (-65 / 20)
  const dead = 10 ** (-75 / 20)

  it('silence causes a warning after eight seconds', () => {
    expect(isSilent(after(0, 0, 0, dead, dead, dead, dead))).toBe(false)
    expect(isSilent(after(0, 0, 0, dead, dead, dead, dead, 0))).toBe(true)
  })

  it('silence ends with any sound, even that of a quiet room', () => {
    expect(after(0, 0, 0, 0, 0, 0, 0, 0, quietRoom)).toBe(0)
    expect(isSilent(after(0, 0, 0, 0, quietRoom, 0, 0, 0, 0))).toBe(false)
  })
})
