import { expect, test } from 'vitest'
import { silentChunk, spokenChunk } from '../fixtures/live-chunks.ts'
import type { Recognizer } from './recognizer.ts'
import { createChunkTranscriber } from './serve-live-chunks.ts'
import { createVoiceDetector, type ReusableDetector } from './voice.ts'

const model = { name: 'fake', encoder: '', decoder: '', joiner: null, tokens: '' }

/** Recognizes the first and last sample and the number of samples. */
const recognizer: Recognizer = {
  recognize: (samples) => ({ text: `${samples[0]} ${samples.at(-1)} ${samples.length}`, tokens: [] }),
}

function createCounting() {
  const counts = { recognizers: 0, detectors: 0 }
  const transcribe = createChunkTranscriber(
    async () => {
      counts.recognizers += 1
      return recognizer
    },
    async () => {
      counts.detectors += 1
      return createVoiceDetector()
    },
  )
  return { counts, transcribe: (samples: Int16Array) => transcribe({ model, language: 'en', samples }) }
}

test('live chunks share a recognizer and a voice detector, and each chunk is cut as if it was the first', async () => {
  const spoken = await spokenChunk()
  const first = await createCounting().transcribe(spoken)
  expect(first).not.toBe('')
  const { counts, transcribe } = createCounting()
  const texts = []
  for (const chunk of [spoken, spoken, silentChunk, spoken.subarray(0, 20_011), spoken])
    texts.push(await transcribe(chunk))
  expect([texts[0], texts[1], texts[2], texts[4]]).toEqual([first, first, '', first])
  expect(counts).toEqual({ recognizers: 1, detectors: 1 })
})

test('a live chunk that failed does not change the next one', async () => {
  const spoken = await spokenChunk()
  const first = await createCounting().transcribe(spoken)
  const detector: ReusableDetector = await createVoiceDetector()
  let failures = 1
  const transcribe = createChunkTranscriber(
    async () => recognizer,
    async () => ({
      ...detector,
      flush() {
        if (failures-- > 0) throw new Error('odd')
        return detector.flush()
      },
    }),
  )
  const piece = { model, language: 'en', samples: spoken }
  await expect(transcribe(piece)).rejects.toThrow('odd')
  expect(await transcribe(piece)).toBe(first)
})
