import { copyFile, mkdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { speechRate } from '#shared/audio/speech-rate.ts'
import { encodeWav } from '#shared/audio/wav.ts'
import { findWeights } from '#test/weights.ts'
import { createSpeech } from '../create.ts'
import { scratch } from '../fixtures/recordings.ts'
import { sentences } from '../fixtures/sentences.ts'

const whisper = findWeights('whisper-base')
const campplus = findWeights('campplus')

/** Seconds between turns. After a second, a new passage begins, so Whisper does not drop repeated sentences. */
const pause = 1.5

/** Milliseconds for a recording on a busy machine. */
const testTimeoutMs = 180_000

describe.skipIf(!whisper || !campplus)('CAM++ with Whisper base', () => {
  let files: Awaited<ReturnType<typeof scratch>>
  let voices: Awaited<ReturnType<typeof sentences>>
  beforeAll(async () => {
    files = await scratch()
    voices = await sentences()
  })
  afterAll(() => files.remove())

  async function transcribe(parts: Int16Array[], modelPath = campplus) {
    const path = join(files.folder, 'dialogue.wav')
    const silence = Array.from({ length: pause * speechRate }, () => 0)
    await writeFile(path, encodeWav(Int16Array.from(parts.flatMap((part) => [...part, ...silence]))))
    const engine = createSpeech({
      engine: 'embedded',
      language: 'en',
      ffmpeg: 'none',
      modelFolder: 'none',
      modelPath: whisper,
      speakers: { count: 2, modelPath },
    })
    try {
      return await engine.transcribe(path, { signal: new AbortController().signal, onProgress: () => {} })
    } finally {
      await engine.close()
    }
  }

  test(
    'CAM++ gives the sentences of two voices to two speakers',
    async () => {
      const { high, deep } = voices
      const { segments, voices: found } = await transcribe([high, deep, high, deep, high, deep])
      expect(found).toBe(2)
      const labelsAt = (seconds: number) =>
        segments.filter(({ start, end }) => start <= seconds && end >= seconds).map(({ label }) => label)
      const turn = high.length / speechRate + pause
      const both = turn + deep.length / speechRate + pause
      for (const n of [0, 1, 2]) {
        expect(labelsAt(n * both + 1.8)).toEqual(['Speaker 1'])
        expect(labelsAt(n * both + turn + 2.4)).toEqual(['Speaker 2'])
      }
    },
    testTimeoutMs,
  )

  test(
    'CAM++ marks crosstalk only in sentences during which the other voice begins',
    async () => {
      const { high, deep } = voices
      const shared = 1.2 * speechRate
      const both = new Int16Array(high.length + deep.length - shared)
      both.set(high)
      for (const [i, sample] of deep.entries()) {
        const at = high.length - shared + i
        both[at] = Math.max(-32_768, Math.min(32_767, (both[at] ?? 0) + sample))
      }
      const { segments } = await transcribe([high, deep, both, high, deep])
      const before = (high.length + deep.length) / speechRate + 2 * pause
      const after = before + both.length / speechRate
      const marked = segments.filter(({ isCrosstalk }) => isCrosstalk)
      expect(marked.length).toBeGreaterThan(0)
      for (const { start, end } of marked) {
        expect(end).toBeGreaterThan(before)
        expect(start).toBeLessThan(after)
      }
    },
    testTimeoutMs,
  )

  test(
    'CAM++ finds one voice in the sentences of one speaker',
    async () => {
      const { high } = voices
      const { segments, voices: found } = await transcribe([high, high, high, high])
      expect(found).toBe(1)
      expect(segments.every(({ label }) => label === undefined)).toBe(true)
    },
    testTimeoutMs,
  )

  test(
    'truncated speaker weights leave a transcript without speakers',
    async () => {
      const folder = join(files.folder, 'truncated')
      await mkdir(folder)
      await copyFile(join(campplus ?? '', '3dspeaker_campplus.onnx'), join(folder, '3dspeaker_campplus.onnx'))
      await truncate(join(folder, '3dspeaker_campplus.onnx'), 1_000_000)
      const { segments, problem } = await transcribe([voices.high], folder)
      expect(problem).toBeDefined()
      expect(segments.length).toBeGreaterThan(0)
    },
    testTimeoutMs,
  )
})
