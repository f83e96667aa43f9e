import { describe, expect, test } from 'vitest'
import { speechRate } from '#shared/audio/speech-rate.ts'
import { hasSpeakerPerChannel } from './speakers.ts'

/** Turns of one second, with the level of each channel. */
function turns(levels: number[]): Float32Array {
  return Float32Array.from(
    { length: levels.length * speechRate },
    (_, i) => (levels[Math.floor(i / speechRate)] ?? 0) * Math.sin(i * 0.3),
  )
}

describe('one speaker per channel', () => {
  test('hasSpeakerPerChannel detects one speaker per channel if the channels take turns, also with some crosstalk', () => {
    expect(hasSpeakerPerChannel(turns([0.3, 0, 0.3, 0]), turns([0, 0.3, 0, 0.3]))).toBe(true)
    expect(hasSpeakerPerChannel(turns([0.3, 0.03, 0.3, 0.03]), turns([0.03, 0.3, 0.03, 0.3]))).toBe(true)
  })

  test.each([
    ['the same on both sides', [0.3, 0.3, 0.3], [0.3, 0.3, 0.3]],
    ['a stereo microphone between two people', [0.3, 0.2, 0.3], [0.2, 0.3, 0.2]],
    ['a silent right side', [0.3, 0.3, 0.3], [0, 0, 0]],
    ['silence', [0, 0, 0], [0, 0, 0]],
  ])('does not detect one speaker per channel in %s', (_, left, right) => {
    expect(hasSpeakerPerChannel(turns(left), turns(right))).toBe(false)
  })
})
