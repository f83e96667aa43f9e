import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodeWav } from '#shared/audio/wav.ts'
import { createModelStore, createSpeech, type SpeechConfig } from './create.ts'
import { createEmbeddedSpeech } from './embedded.ts'
import { scratch, speech } from './fixtures/recordings.ts'
import { writeTinyWhisper } from './fixtures/tiny-whisper.ts'
import { ModelStore } from './model-store.ts'
import type { Passage, Speech } from './port.ts'

const stub = fileURLToPath(new URL('fixtures/stub-child.ts', import.meta.url))
const baseOptions = { signal: new AbortController().signal, onProgress: () => {} }

let files: Awaited<ReturnType<typeof scratch>>
beforeAll(async () => {
  files = await scratch()
})
afterAll(() => files.remove())

/** The embedded engine with a recognizer that behaves as `behavior` says. */
async function stubbed(behavior: string, ffmpeg = 'none'): Promise<Speech> {
  const modelPath = join(files.folder, behavior)
  await mkdir(modelPath, { recursive: true })
  for (const name of ['encoder.onnx', 'decoder.onnx', 'tokens.txt']) await writeFile(join(modelPath, name), behavior)
  const store = createModelStore({ modelFolder: files.folder, modelPath })
  return createEmbeddedSpeech({ store, language: 'en', ffmpeg, program: stub })
}

describe('the real recognizer', () => {
  test('the real recognizer transcribes each stretch of speech with its times', async () => {
    const modelPath = join(files.folder, 'tiny')
    await writeTinyWhisper(modelPath)
    const engine = createSpeech({
      engine: 'auto',
      language: 'en',
      ffmpeg: 'none',
      modelFolder: files.folder,
      modelPath,
    })
    expect(engine.status()).toEqual({ engine: 'embedded', state: 'ready', percent: null, model: 'tiny' })
    const { segments, engine: writer } = await engine.transcribe(speech, baseOptions)
    expect(segments.map(({ text }) => text)).toEqual(['good morning', 'good morning'])
    expect(segments[0]?.end).toBeCloseTo(2.7, 0)
    expect(segments[1]?.start).toBeCloseTo(4.4, 0)
    expect(writer).toBe('sherpa-onnx tiny')
  })

  test('an invalid model is reported instead of crashing the server', async () => {
    const modelPath = join(files.folder, 'rubbish')
    await mkdir(modelPath)
    for (const name of ['encoder.onnx', 'decoder.onnx', 'tokens.txt']) await writeFile(join(modelPath, name), 'rubbish')
    const engine = createSpeech({
      engine: 'auto',
      language: 'en',
      ffmpeg: 'none',
      modelFolder: files.folder,
      modelPath,
    })
    await expect(engine.transcribe(speech, baseOptions)).rejects.toMatchObject({
      code: 'transcription_failed',
      transient: false,
    })
  })
})

describe('a recognizer that crashes', () => {
  test('a recognizer that crashes is replaced by one that does not transcribe finished passages again', async () => {
    const engine = await stubbed('crash once')
    const { segments } = await engine.transcribe(speech, baseOptions)
    // Each process counts its own passages.
    expect(segments.map(({ text }) => text)).toEqual(['Passage 1 of 2.9 seconds.', 'Passage 1 of 3.4 seconds.'])
    expect(segments[1]?.start).toBeCloseTo(4.4, 0)
    expect(await readdir(join(files.folder, 'crash once'))).toContain('encoder.onnx.crashed')
  })

  test('finished passages of an interrupted run are not transcribed again in a later run', async () => {
    const first = await stubbed('transcribe first')
    const passages: Passage[] = []
    const { segments: whole } = await first.transcribe(speech, {
      ...baseOptions,
      onPassage: (one) => passages.push(one),
    })
    expect(passages.map(({ channel, until }) => [channel, Math.round(until)])).toEqual([
      [0, 3],
      [0, 7],
    ])
    const later = await stubbed('transcribe')
    const finished = passages.slice(0, 1)
    const others: Passage[] = []
    const { segments } = await later.transcribe(speech, {
      ...baseOptions,
      finished,
      onPassage: (one) => others.push(one),
    })
    // Passages of another model do not count.
    expect(segments).toHaveLength(whole.length)
    expect(others).toHaveLength(2)
    const continued = finished.map((passage) => ({ ...passage, engine: 'sherpa-onnx transcribe' }))
    const rest = await later.transcribe(speech, { ...baseOptions, finished: continued })
    expect(rest.segments.map(({ start }) => Math.round(start))).toEqual(whole.map(({ start }) => Math.round(start)))
    expect(rest.segments[1]?.text).toBe('Passage 1 of 3.4 seconds.')
  })

  test('a recognizer that crashes twice is reported', async () => {
    const engine = await stubbed('crash')
    await expect(engine.transcribe(speech, baseOptions)).rejects.toMatchObject({
      code: 'transcription_failed',
      transient: false,
    })
  })
})

test.skipIf(process.platform === 'win32')('a transcription whose ffmpeg is killed can be tried again', async () => {
  const ffmpeg = join(files.folder, 'killed-ffmpeg')
  await writeFile(ffmpeg, '#!/bin/sh\n[ "$1" = -version ] && echo ffmpeg version 7 && exit\nkill -9 $$\n')
  await chmod(ffmpeg, 0o700)
  const compressed = join(files.folder, 'compressed.wav')
  const wav = Buffer.from(encodeWav(new Int16Array(16_000)))
  wav.writeUInt16LE(0x11, 20)
  await writeFile(compressed, wav)
  const engine = await stubbed('transcribe', ffmpeg)
  await expect(engine.transcribe(compressed, baseOptions)).rejects.toMatchObject({
    code: 'transcription_failed',
    transient: true,
  })
})

test('an abort ends a recognizer that is busy in native code', async () => {
  const engine = await stubbed('hang')
  const abort = new AbortController()
  const reason = new Error('cancelled')
  const work = engine.transcribe(speech, {
    signal: abort.signal,
    onProgress: (share) => share > 0.3 && abort.abort(reason),
  })
  await expect(work).rejects.toBe(reason)
})

test('closing the engine ends its work', async () => {
  const engine = await stubbed('transcribe')
  const work = engine.transcribe(speech, { signal: baseOptions.signal, onProgress: () => void engine.close() })
  await expect(work).rejects.toThrow('closed')
})

describe('without weights', () => {
  const model = {
    label: 'x',
    license: 'MIT',
    base: 'http://127.0.0.1:9/',
    files: [{ name: 'a', bytes: 1, sha256: 'x' }],
  }

  test('the engine reports missing weights, also when the download fails', async () => {
    const store = new ModelStore({ id: 'x', model, folder: files.folder })
    const engine = createEmbeddedSpeech({ store, language: 'en', ffmpeg: 'none' })
    expect(engine.status()).toEqual({ engine: 'embedded', state: 'unavailable', percent: null, model: 'x' })
    await expect(engine.transcribe(speech, baseOptions)).rejects.toMatchObject({
      code: 'speech_unavailable',
      transient: false,
    })
    expect(engine.status().state).toBe('unavailable')
  })
})

describe('the choice of an engine', () => {
  const base = { language: 'en', ffmpeg: 'none', modelFolder: 'models' }

  const engineOf = (config: Partial<SpeechConfig>) => createSpeech({ engine: 'auto', ...base, ...config }).status()

  test('the choice of a speech engine follows the settings', () => {
    expect(engineOf({})).toMatchObject({ engine: 'embedded', state: 'unavailable', model: 'whisper-base.en-int8' })
    expect(engineOf({ model: 'whisper-small.en-int8' }).model).toBe('whisper-small.en-int8')
    expect(engineOf({ baseUrl: 'http://speech/v1' })).toMatchObject({
      engine: 'endpoint',
      state: 'ready',
      model: 'whisper-1',
    })
    expect(engineOf({ baseUrl: 'http://speech/v1', engine: 'embedded' }).engine).toBe('embedded')
    expect(engineOf({ engine: 'none', baseUrl: 'http://speech/v1' })).toMatchObject({
      engine: 'none',
      state: 'unavailable',
    })
  })

  test('the engine “none” rejects transcriptions', async () => {
    const engine = createSpeech({ engine: 'none', ...base })
    await expect(engine.transcribe(speech, baseOptions)).rejects.toMatchObject({ code: 'speech_unavailable' })
  })

  test('createSpeech names a missing setting, and the valid models if the model is unknown', () => {
    expect(() => createSpeech({ engine: 'endpoint', ...base })).toThrow('SPEECH_BASE_URL')
    expect(() => createSpeech({ engine: 'embedded', ...base, model: 'whisper-9' })).toThrow('whisper-base.en-int8')
  })
})
