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
const resemblyzer = findWeights('resemblyzer')

/** Seconds between turns. After a second, a new passage begins, so Whisper does not drop repeated sentences. */
const pause = 1.5

describe.skipIf(!whisper || !resemblyzer)('Resemblyzer with Whisper base', () => {
  let files: Awaited<ReturnType<typeof scratch>>
  let voices: Awaited<ReturnType<typeof sentences>>
  beforeAll(async () => {
    files = await scratch()
    voices = await sentences()
  })
  afterAll(() => files.remove())

  async function transcribe(parts: Int16Array[], modelPath = resemblyzer) {
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

  test('gives the sentences of two voices to two speakers', async () => {
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
  })

  test('finds one voice in the sentences of one', async () => {
    const { high } = voices
    const { segments, voices: found } = await transcribe([high, high, high, high])
    expect(found).toBe(1)
    expect(segments.every(({ label }) => label === undefined)).toBe(true)
  })

  test('truncated weights leave a transcript without speakers', async () => {
    const folder = join(files.folder, 'truncated')
    await mkdir(folder)
    await copyFile(join(resemblyzer ?? '', 'resemblyzer.onnx'), join(folder, 'resemblyzer.onnx'))
    await truncate(join(folder, 'resemblyzer.onnx'), 1_000_000)
    const { segments, problem } = await transcribe([voices.high], folder)
    expect(problem).toBeDefined()
    expect(segments.length).toBeGreaterThan(0)
  })
})
