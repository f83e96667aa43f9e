import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { speechRate } from '#shared/audio/speech-rate.ts'
import { encodeWav } from '#shared/audio/wav.ts'
import { findWeights } from '#test/weights.ts'
import { createFakeSpeech } from '../fake.ts'
import { scratch } from '../fixtures/recordings.ts'
import { sentences } from '../fixtures/sentences.ts'
import type { Transcription } from '../port.ts'
import { cosine, normalized } from './directions.ts'
import { createSpeakerModelStore } from './models.ts'
import { findOwnVoice, voiceOf } from './own-voice.ts'
import type { ReadVoice, RememberedVoice, Span } from './port.ts'
import { withSpeakers } from './with-speakers.ts'

describe('the remembered voice among others', () => {
  const known = normalized(Float32Array.of(1, 0, 0))
  const at = (nearness: number) => Float32Array.of(nearness, Math.sqrt(1 - nearness ** 2), 0)

  test.each([
    ['the nearest voice if it is near enough', [at(0.5), at(0.95)], 1],
    ['no voice if the nearest is not near enough', [at(0.7), at(0.2)], undefined],
    ['no voice if two are near', [at(0.95), at(0.92)], undefined],
    ['no voice for a recording without voices', [], undefined],
    ['no voice of another model with longer directions', [Float32Array.of(1, 0, 0, 0)], undefined],
    ['no voice for silence', [Float32Array.of(0, 0, 0)], undefined],
  ])('findOwnVoice returns %s', (_, voices, found) => expect(findOwnVoice(voices, known)).toBe(found))
})

test('turns without speech, or of two people, give no voice', () => {
  const [one, other] = [Float32Array.of(1, 0), Float32Array.of(0, 1)]
  expect(voiceOf([])).toBeNull()
  expect(voiceOf([...Array.from({ length: 10 }, () => one), ...Array.from({ length: 5 }, () => other)])).toBeNull()
  expect(cosine(voiceOf([...Array.from({ length: 20 }, () => one), other]) ?? undefined, one)).toBeGreaterThan(0.99)
})

const campplus = findWeights('campplus')

/** Seconds between turns. */
const pause = 1.2

describe.skipIf(!campplus)('the remembered voice with CAM++', () => {
  let files: Awaited<ReturnType<typeof scratch>>
  let voices: Awaited<ReturnType<typeof sentences>>
  beforeAll(async () => {
    files = await scratch()
    voices = await sentences()
  })
  afterAll(() => files.remove())

  const { signal } = new AbortController()

  /** A recording of these sentences, its turns, and an engine that finds one segment in each. */
  async function record(parts: readonly Int16Array[]) {
    const path = join(files.folder, 'recording.wav')
    const silence = Array.from({ length: pause * speechRate }, () => 0)
    await writeFile(path, encodeWav(Int16Array.from(parts.flatMap((part) => [...part, ...silence]))))
    let at = 0
    const turns = parts.map((part) => {
      const start = at
      at += part.length / speechRate + pause
      return { part, start, end: at - pause }
    })
    const store = createSpeakerModelStore({ modelFolder: files.folder, modelPath: campplus })
    const segments = turns.map(({ start, end }) => ({ start, end, text: 'Good morning.' }))
    return { path, turns, engine: withSpeakers(createFakeSpeech(segments), { store, count: 2, ffmpeg: 'none' }) }
  }

  async function transcribe(parts: readonly Int16Array[], ownVoice: RememberedVoice): Promise<Transcription> {
    const { path, engine } = await record(parts)
    return await engine.transcribe(path, { signal, onProgress: () => {}, ownVoice })
  }

  const repeated = (...parts: Int16Array[]) => Array.from({ length: 9 }, () => parts).flat()

  async function read(parts: readonly Int16Array[], spansOf: (turns: (Span & { part: Int16Array })[]) => Span[]) {
    const { path, engine, turns } = await record(parts)
    return await engine.voices?.read(path, spansOf(turns), signal)
  }

  function voiceFrom(found: ReadVoice | undefined): RememberedVoice {
    if (!found || !('voice' in found)) throw new Error('no voice was read')
    return found.voice
  }

  test('a remembered voice is recognized in another recording, and other voices are not', async () => {
    const { high, deep, deepest, highest } = voices
    const voice = voiceFrom(await read(repeated(high, deep), (turns) => turns.filter(({ part }) => part === high)))
    expect(voice.model).toBe('3dspeaker_campplus')
    // A quieter recording in which the other person speaks first.
    const quiet = high.map((sample) => Math.round(sample * 0.4))
    expect(await transcribe([deepest, quiet, deepest, quiet], voice)).toMatchObject({
      voices: 2,
      ownLabel: 'Speaker 2',
    })
    const strangers = await transcribe([highest, deepest, highest, deepest], voice)
    expect(strangers.voices).toBe(2)
    expect(strangers).not.toHaveProperty('ownLabel')
    const ofAnotherModel = await transcribe([high, deepest, high, deepest], { ...voice, model: 'another' })
    expect(ofAnotherModel).not.toHaveProperty('ownLabel')
  }, 120_000)

  test('a voice is not read from less than twenty seconds, or from the turns of two people', async () => {
    const { high, deepest } = voices
    const few = await read([high, deepest, high], (turns) => turns.filter(({ part }) => part === high))
    expect(few).toEqual({ problem: 'too short' })
    // The turns are long enough, but almost all of them is silence.
    const silent = await read([high, deepest], () => [{ start: 3, end: 60 }])
    expect(silent).toEqual({ problem: 'too short' })
    expect(await read(repeated(high, deepest), (turns) => turns)).toEqual({ problem: 'mixed' })
  }, 120_000)
})
