import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createModelStore } from './create.ts'
import { createEmbeddedSpeech } from './embedded.ts'
import { silentChunk, spokenChunk } from './fixtures/live-chunks.ts'
import { scratch, speech } from './fixtures/recordings.ts'
import { writeTinyWhisper } from './fixtures/tiny-whisper.ts'
import { ModelStore } from './model-store.ts'
import type { Speech } from './port.ts'

/** Generous, because all tests of the project share the machine. */
const pollOptions = { timeout: 15_000 }

const liveProgram = fileURLToPath(new URL('fixtures/stub-live-chunk-child.ts', import.meta.url))
const program = fileURLToPath(new URL('fixtures/stub-child.ts', import.meta.url))

let files: Awaited<ReturnType<typeof scratch>>
let spoken: Int16Array
beforeAll(async () => {
  files = await scratch()
  spoken = await spokenChunk()
})
afterAll(() => files.remove())

const engines: Speech[] = []
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close()
})

/** The embedded engine with recognizers that behave as `behavior` says. */
async function stubbed(behavior: string, warmMs?: number): Promise<Speech> {
  const modelPath = join(files.folder, `${behavior} ${engines.length} ${Math.random()}`)
  await mkdir(modelPath)
  for (const name of ['encoder.onnx', 'decoder.onnx', 'tokens.txt']) await writeFile(join(modelPath, name), behavior)
  const store = createModelStore({ modelFolder: files.folder, modelPath })
  const times = warmMs === undefined ? {} : { warmMs }
  const engine = createEmbeddedSpeech({ store, language: 'en', ffmpeg: 'none', program, liveProgram, ...times })
  engines.push(engine)
  return engine
}

const newSignal = () => new AbortController().signal
const processOf = (text: string) => Number(text.split(' ')[0])

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('one process transcribes all live chunks, at low priority', async () => {
  const engine = await stubbed('transcribe')
  const first = await engine.transcribeLive(spoken, newSignal())
  const later = await Promise.all([1, 2, 3].map(() => engine.transcribeLive(spoken, newSignal())))
  expect(new Set(later)).toEqual(new Set([first]))
  expect(first).toMatch(/^(\d+ at 10 ?)+$/)
})

test('the process for live chunks ends after a pause and starts again', async () => {
  const engine = await stubbed('transcribe', 50)
  const first = processOf(await engine.transcribeLive(spoken, newSignal()))
  await expect.poll(() => isRunning(first), pollOptions).toBe(false)
  expect(processOf(await engine.transcribeLive(spoken, newSignal()))).not.toBe(first)
})

test('the process for live chunks ends with the engine, which then rejects live chunks', async () => {
  const engine = await stubbed('transcribe')
  const pid = processOf(await engine.transcribeLive(spoken, newSignal()))
  await engine.close()
  await expect.poll(() => isRunning(pid), pollOptions).toBe(false)
  await expect(engine.transcribeLive(spoken, newSignal())).rejects.toThrow('The speech engine is closed.')
})

test('a process for live chunks that is killed between two chunks is replaced', async () => {
  const engine = await stubbed('transcribe')
  const pid = processOf(await engine.transcribeLive(spoken, newSignal()))
  process.kill(pid, 'SIGKILL')
  await expect
    .poll(() => engine.transcribeLive(spoken, newSignal()).then(processOf, () => pid), pollOptions)
    .not.toBe(pid)
})

test('a process for live chunks that crashes loses only the current chunk', async () => {
  const engine = await stubbed('crash once')
  const [one, two] = await Promise.allSettled([
    engine.transcribeLive(spoken, newSignal()),
    engine.transcribeLive(spoken, newSignal()),
  ])
  expect(one).toMatchObject({ status: 'rejected', reason: { code: 'transcription_failed' } })
  expect(two).toMatchObject({ status: 'fulfilled' })
})

test('aborting a live chunk that hangs in native code rejects immediately and does not affect recordings', async () => {
  const engine = await stubbed('hang')
  const abort = new AbortController()
  const reason = new Error('hung up')
  const stuck = engine.transcribeLive(spoken, abort.signal)
  const queued = engine.transcribeLive(silentChunk, abort.signal)
  abort.abort(reason)
  await expect(stuck).rejects.toBe(reason)
  await expect(queued).rejects.toBe(reason)
  await engine.close()
})

test('the engine transcribes recordings beside live chunks', async () => {
  const engine = await stubbed('transcribe')
  const work = engine.transcribe(speech, { signal: newSignal(), onProgress: () => {} })
  for (let n = 0; n < 4; n++) await engine.transcribeLive(spoken, newSignal())
  expect((await work).segments).toHaveLength(2)
})

test('an invalid model is reported for every live chunk', async () => {
  const modelPath = join(files.folder, 'rubbish')
  await mkdir(modelPath)
  for (const name of ['encoder.onnx', 'decoder.onnx', 'tokens.txt']) await writeFile(join(modelPath, name), 'rubbish')
  const store = createModelStore({ modelFolder: files.folder, modelPath })
  const engine = createEmbeddedSpeech({ store, language: 'en', ffmpeg: 'none' })
  engines.push(engine)
  for (let n = 0; n < 2; n++) {
    await expect(engine.transcribeLive(spoken, newSignal())).rejects.toMatchObject({ code: 'transcription_failed' })
  }
})

test('the real recognizer transcribes each sentence of a live chunk', async () => {
  const modelPath = join(files.folder, 'tiny')
  await writeTinyWhisper(modelPath)
  const store = createModelStore({ modelFolder: files.folder, modelPath })
  const engine = createEmbeddedSpeech({ store, language: 'en', ffmpeg: 'none' })
  engines.push(engine)
  expect(await engine.transcribeLive(spoken, newSignal())).toBe('good morning good morning')
  expect(await engine.transcribeLive(spoken.subarray(0, 1_000), newSignal())).toBe('')
  expect(await engine.transcribeLive(new Int16Array(0), newSignal())).toBe('')
})

test('without weights a live chunk is rejected immediately, while the download runs', async () => {
  const file = { name: 'a', bytes: 1, sha256: 'x' }
  const model = { label: 'x', license: 'MIT', base: 'http://127.0.0.1:9/', files: [file] }
  const store = new ModelStore({ id: 'x', model, folder: files.folder })
  const engine = createEmbeddedSpeech({ store, language: 'en', ffmpeg: 'none' })
  engines.push(engine)
  const unavailable = { code: 'speech_unavailable', transient: false }
  await expect(engine.transcribeLive(spoken, newSignal())).rejects.toMatchObject(unavailable)
  await expect(engine.transcribeLive(spoken, newSignal())).rejects.toMatchObject(unavailable)
})
