import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSpeech } from '../create.ts'
import { createFakeSpeech } from '../fake.ts'
import { scratch, speech, twoSpeakers } from '../fixtures/recordings.ts'
import type { Segment, TranscribeOptions } from '../port.ts'
import { createSpeakerModelStore } from './models.ts'
import { withSpeakers } from './with-speakers.ts'

const program = fileURLToPath(new URL('../fixtures/stub-speakers-child.ts', import.meta.url))

let files: Awaited<ReturnType<typeof scratch>>
beforeAll(async () => {
  files = await scratch()
})
afterAll(() => files.remove())

const said: Segment[] = [
  { start: 0, end: 2.7, text: 'Good morning.', words: [{ start: 0, end: 2.7, text: 'Good' }] },
  { start: 4.4, end: 7.5, text: 'I slept a little.' },
]

/** An engine whose speaker model behaves as `behavior` says. If that is undefined, the model is missing. */
async function engineWith(behavior: string | undefined, segments: Segment[] = said) {
  const modelPath = join(files.folder, behavior ?? 'nothing')
  await mkdir(modelPath, { recursive: true })
  if (behavior) await writeFile(join(modelPath, 'speaker.onnx'), behavior)
  const store = createSpeakerModelStore({ modelFolder: files.folder, modelPath })
  return withSpeakers(createFakeSpeech(segments), { store, count: 2, ffmpeg: 'none', program })
}

const options = (changes: Partial<TranscribeOptions> = {}): TranscribeOptions => ({
  signal: new AbortController().signal,
  onProgress: () => undefined,
  ...changes,
})

const plain = said.map(({ start, end, text }) => ({ start, end, text }))

describe('identifying speakers', () => {
  test('identifying speakers labels the segments of each voice, and reports progress up to 1', async () => {
    const progress: number[] = []
    const engine = await engineWith('two')
    const { segments, voices } = await engine.transcribe(
      speech,
      options({ onSpeakers: (share) => progress.push(share) }),
    )
    expect(voices).toBe(2)
    expect(segments.map(({ label }) => label)).toEqual(['Speaker 1', 'Speaker 2'])
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
    expect(progress.at(-1)).toBe(1)
  })

  test('a recording with one voice has no labels, and its voice is counted', async () => {
    const engine = await engineWith('one')
    expect(await engine.transcribe(speech, options())).toMatchObject({ segments: plain, voices: 1 })
  })

  test('segments of channels keep their labels', async () => {
    const engine = await engineWith('crash', [{ start: 0, end: 2, text: 'Good morning.', label: 'Channel 1' }])
    const result = await engine.transcribe(twoSpeakers, options())
    expect(result.segments).toEqual([{ start: 0, end: 2, text: 'Good morning.', label: 'Channel 1' }])
    expect(result).not.toHaveProperty('voices')
    expect(result).not.toHaveProperty('problem')
  })

  test('voices are not identified if the transcript has no words', async () => {
    const engine = await engineWith('crash', [])
    expect(await engine.transcribe(files.silence, options())).not.toHaveProperty('problem')
  })

  test('a child that crashes once while it identifies speakers is replaced', async () => {
    const engine = await engineWith('crash once')
    expect(await engine.transcribe(speech, options())).toMatchObject({ voices: 1 })
  })

  test.each([
    ['a child that crashes again and again', 'crash', 'the speech process ended unexpectedly'],
    ['missing weights', undefined, 'SPEAKER_MODEL_PATH holds no speaker model'],
  ])('%s leaves the transcript without speakers, with a reason', async (_, behavior, problem) => {
    const engine = await engineWith(behavior)
    const result = await engine.transcribe(speech, options())
    expect(result).toMatchObject({ segments: plain, problem })
    expect(result).not.toHaveProperty('voices')
  })

  test('an abort and a close end a child that is busy in native code', async () => {
    const reason = new Error('cancelled')
    const abort = new AbortController()
    const engine = await engineWith('hang')
    const work = engine.transcribe(speech, options({ signal: abort.signal }))
    setTimeout(() => abort.abort(reason), 1_500)
    await expect(work).rejects.toBe(reason)
    const other = engine.transcribe(speech, options())
    setTimeout(() => void engine.close(), 1_500)
    await expect(other).rejects.toThrow('closed')
  })

  test('the status says whether the speaker weights are installed', async () => {
    expect((await engineWith('one')).status()).toMatchObject({ state: 'ready', speakers: 'ready' })
    expect((await engineWith(undefined)).status()).toMatchObject({ state: 'ready', speakers: 'unavailable' })
  })
})

test('speakers are identified only if the settings say so, and not without an engine', () => {
  const base = { language: 'en', ffmpeg: 'none', modelFolder: 'models', engine: 'embedded' as const }
  const speakers = { count: 2, modelPath: 'nowhere' }
  expect(createSpeech(base).status()).not.toHaveProperty('speakers')
  expect(createSpeech({ ...base, speakers }).status()).toMatchObject({ speakers: 'unavailable' })
  expect(createSpeech({ ...base, engine: 'none', speakers }).status()).not.toHaveProperty('speakers')
})
