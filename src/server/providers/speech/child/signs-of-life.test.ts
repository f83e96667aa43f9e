import { expect, test } from 'vitest'
import type { DecodedAudio } from '#server/providers/media/decode.ts'
import { identifyVoices } from './identify.ts'
import { createLoudnessDetector } from './loudness.ts'
import { readVoice } from './read-voice.ts'

/** Silence of five blocks. Its duration is not stated. */
function silence(): DecodedAudio {
  async function* blocks() {
    for (let n = 0; n < 5; n++) yield [new Float32Array(1600)]
  }
  return { channels: 1, duration: null, blocks: blocks() }
}

const embed = () => Float32Array.of(1)

test('voices of a recording of unknown duration are identified with signs of life', async () => {
  const shares: number[] = []
  await identifyVoices(silence(), {
    detector: createLoudnessDetector(),
    embed,
    overlaps: { accept: () => undefined, flush: () => [] },
    count: 2,
    onProgress: async (share) => void shares.push(share),
  })
  expect(shares).toEqual([0, 0, 0, 0, 0])
})

test('a voice of a recording of unknown duration is read with signs of life', async () => {
  const shares: number[] = []
  await readVoice(silence(), {
    detector: createLoudnessDetector(),
    embed,
    turns: [],
    onProgress: async (share) => void shares.push(share),
  })
  expect(shares).toEqual([0, 0, 0, 0, 0])
})
