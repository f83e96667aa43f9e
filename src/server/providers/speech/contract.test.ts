import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createModelStore } from './create.ts'
import { createEmbeddedSpeech } from './embedded.ts'
import { createEndpointSpeech } from './endpoint.ts'
import { createFakeSpeech } from './fake.ts'
import { silentChunk, spokenChunk } from './fixtures/live-chunks.ts'
import { type EndpointServer, serveEndpoint, verbose } from './fixtures/endpoint-server.ts'
import { noRecording, scratch, soundless, speech, twoSpeakers } from './fixtures/recordings.ts'
import { writeTinyWhisper } from './fixtures/tiny-whisper.ts'
import { type Speech, SpeechError, type Transcription } from './port.ts'

/** The contract of every speech engine; `make` returns an engine that is ready and transcribes speech. */
function speechContract(name: string, make: (folder: string) => Promise<Speech>): void {
  describe(`${name} keeps the contract of a speech engine`, () => {
    let engine: Speech
    let files: Awaited<ReturnType<typeof scratch>>
    beforeAll(async () => {
      files = await scratch()
      engine = await make(files.folder)
    })
    afterAll(async () => {
      await engine.close()
      await files.remove()
    })

    async function transcribe(path: string): Promise<Transcription & { progress: number[] }> {
      const progress: number[] = []
      const onProgress = (share: number) => progress.push(share)
      const signal = new AbortController().signal
      return { ...(await engine.transcribe(path, { signal, onProgress })), progress }
    }

    test('the status of the engine is ready', () => {
      expect(engine.status()).toMatchObject({ state: 'ready', percent: null })
    })

    test('speech gives segments with text, in order, within the recording', async () => {
      const { segments, language, engine: writer } = await transcribe(speech)
      expect(segments.length).toBeGreaterThan(0)
      for (const [i, { start, end, text }] of segments.entries()) {
        expect(start).toBeGreaterThanOrEqual(segments[i - 1]?.start ?? 0)
        expect(end).toBeGreaterThanOrEqual(start)
        expect(end).toBeLessThan(8.6)
        expect(text).toBe(text.trim())
        expect(text).not.toBe('')
      }
      expect(language).toBe('en')
      expect(writer).not.toBe('')
    })

    test('progress increases and ends at 1', async () => {
      const { progress } = await transcribe(speech)
      expect(progress).toEqual(progress.toSorted((a, b) => a - b))
      expect(progress.at(-1)).toBe(1)
    })

    test('two channels give two speakers', async () => {
      const { segments } = await transcribe(twoSpeakers)
      expect(segments.map(({ label }) => label)).toEqual(['Channel 1', 'Channel 2'])
      expect(segments[1]?.start).toBeGreaterThan(3)
    })

    test('silence gives no segments', async () => {
      expect((await transcribe(files.silence)).segments).toEqual([])
    })

    test.each([
      ['pictures without sound', soundless],
      ['a file that is no recording', noRecording],
    ])('transcription rejects %s as unsupported', async (_, path) => {
      const failure = await transcribe(path).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(SpeechError)
      expect(failure).toMatchObject({ code: 'file_unsupported', transient: false })
    })

    test('an aborted transcription rejects with its reason, before and during the work', async () => {
      const reason = new Error('cancelled')
      const before = engine.transcribe(speech, { signal: AbortSignal.abort(reason), onProgress: () => {} })
      await expect(before).rejects.toBe(reason)
      const abort = new AbortController()
      const during = engine.transcribe(speech, { signal: abort.signal, onProgress: () => abort.abort(reason) })
      await expect(during).rejects.toBe(reason)
    })

    const newSignal = () => new AbortController().signal
    let spoken: Int16Array
    beforeAll(async () => {
      spoken = await spokenChunk()
    })

    test('a live chunk of speech gives its words, repeatedly', async () => {
      for (let n = 0; n < 2; n++) {
        const text = await engine.transcribeLive(spoken, newSignal())
        expect(text).toBe(text.trim())
        expect(text).not.toBe('')
      }
    })

    test('a silent live chunk gives an empty text', async () => {
      expect(await engine.transcribeLive(silentChunk, newSignal())).toBe('')
    })

    test('parallel live chunks are transcribed beside a recording', async () => {
      const work = transcribe(speech)
      const texts = await Promise.all(
        [spoken, silentChunk, spoken].map((one) => engine.transcribeLive(one, newSignal())),
      )
      expect(texts.map((text) => text === '')).toEqual([false, true, false])
      expect((await work).segments.length).toBeGreaterThan(0)
    })

    test('an aborted live chunk rejects with its reason, and the next one is transcribed', async () => {
      const reason = new Error('hung up')
      await expect(engine.transcribeLive(spoken, AbortSignal.abort(reason))).rejects.toBe(reason)
      const abort = new AbortController()
      const during = engine.transcribeLive(spoken, abort.signal)
      abort.abort(reason)
      await expect(during).rejects.toBe(reason)
      expect(await engine.transcribeLive(spoken, newSignal())).not.toBe('')
    })

    test('two parallel recordings do not affect each other', async () => {
      const [one, two] = await Promise.all([transcribe(speech), transcribe(twoSpeakers)])
      expect(one.segments.every(({ label }) => label === undefined)).toBe(true)
      expect(two.segments).toHaveLength(2)
    })
  })
}

let endpoint: EndpointServer
beforeAll(async () => {
  endpoint = await serveEndpoint(verbose)
})
afterAll(() => endpoint[Symbol.asyncDispose]())

speechContract('the endpoint adapter', () =>
  Promise.resolve(createEndpointSpeech({ baseUrl: endpoint.baseUrl, language: 'en', ffmpeg: 'none' })),
)

speechContract('the embedded engine with a miniature Whisper', async (folder) => {
  const modelPath = join(folder, 'tiny')
  await writeTinyWhisper(modelPath)
  const store = createModelStore({ modelFolder: folder, modelPath })
  return createEmbeddedSpeech({ store, language: 'en', ffmpeg: 'none' })
})

speechContract('the fake', () =>
  Promise.resolve(
    createFakeSpeech(
      (path, { onProgress }) => {
        onProgress(0.5)
        if (path === noRecording || path === soundless) throw new SpeechError('file_unsupported', 'no audio')
        if (path === speech) return [{ start: 0, end: 2, text: 'Good morning.' }]
        if (path !== twoSpeakers) return []
        return [
          { start: 0, end: 2, text: 'Good morning.', label: 'Channel 1' },
          { start: 4, end: 6, text: 'Good morning.', label: 'Channel 2' },
        ]
      },
      {},
      (samples) => (samples.some((sample) => sample !== 0) ? 'Good morning.' : ''),
    ),
  ),
)
