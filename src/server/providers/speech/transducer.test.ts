import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSpeech } from './create.ts'
import { scratch, speech } from './fixtures/recordings.ts'
import { writeTinyTransducer } from './fixtures/tiny-transducer.ts'
import type { Speech } from './port.ts'

describe('a transducer with the interface of Parakeet', () => {
  let files: Awaited<ReturnType<typeof scratch>>
  let engine: Speech
  beforeAll(async () => {
    files = await scratch()
    const modelPath = join(files.folder, 'tiny')
    await writeTinyTransducer(modelPath)
    engine = createSpeech({ engine: 'embedded', language: 'en', ffmpeg: 'none', modelFolder: 'none', modelPath })
  })
  afterAll(async () => {
    await engine.close()
    await files.remove()
  })

  const transcribe = async (vocabulary: readonly string[]) => {
    const { segments } = await engine.transcribe(speech, {
      signal: new AbortController().signal,
      onProgress: () => {},
      vocabulary,
    })
    return segments
  }

  test('a transducer writes its words with their times', async () => {
    const [first] = await transcribe([])
    expect(first?.text).toBe('Good myself')
    expect(first?.words?.map(({ text }) => text)).toEqual(['Good', 'myself'])
    expect(first?.words?.[1]?.start).toBeGreaterThan(first?.words?.[0]?.start ?? 9)
  })

  test('a transducer prefers words of the vocabulary', async () => {
    expect((await transcribe(['Maya']))[0]?.text).toBe('Good Maya')
  })

  test('a transducer ignores vocabulary words with unknown characters', async () => {
    expect((await transcribe(['Zoë', 'Ωmega']))[0]?.text).toBe('Good myself')
  })

  test('the status of a transducer says that it uses the vocabulary', () => {
    expect(engine.status()).toMatchObject({ state: 'ready', usesVocabulary: true })
  })
})
