import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pino } from 'pino'
import type { Services } from '#server/context.ts'
import { createFakeDrafter } from '#server/providers/drafter/fake.ts'
import { createEngines } from '#server/providers/engines/create.ts'
import type { Engines } from '#server/providers/engines/port.ts'
import { createEmbeddedSpeech } from '#server/providers/speech/embedded.ts'
import { createFakeSpeech } from '#server/providers/speech/fake.ts'
import { ModelStore } from '#server/providers/speech/model-store.ts'
import { SpeechError } from '#server/providers/speech/port.ts'
import { findWeights } from '#test/weights.ts'
import { sampleLines, sampleText } from './sample.ts'
import { tryEngines } from './try-engines.ts'

let folder: string
let engines: Engines

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trial-'))
  const settings = { SPEECH_ENGINE: 'auto', DRAFTER: 'openai-compatible', DRAFTER_MODEL: 'small' } as const
  engines = createEngines({ folder, settings })
})
afterEach(() => rm(folder, { recursive: true }))

const signal = new AbortController().signal

type TrialProviders = Pick<Services, 'speech' | 'drafter'>
function runTrial(used: Partial<TrialProviders>, on = engines) {
  const perfect = sampleLines.map((line, at) => ({ start: at * 5, end: at * 5 + 4, text: line.replace(/^\w+: /, '') }))
  const services = {
    speech: createFakeSpeech(perfect),
    drafter: createFakeDrafter(),
    ...used,
    engines: on,
    log: pino({ level: 'silent' }),
  }
  return tryEngines(services, signal)
}

test('a trial of the engines reports words, word errors, speakers, the draft and the turns', async () => {
  await runTrial({})
  expect(engines.trial()).toMatchObject({
    state: 'done',
    transcribed: { words: 126, wrong: 0, of: 126 },
    speakers: { found: 2 },
    drafted: { words: expect.any(Number) },
    failure: null,
  })
  expect(engines.trial()?.turns[0]).toEqual({
    speaker: 'therapist',
    text: 'Good morning. How did the week go after we wrote the plan down?',
  })
})

test('a trial of the engines without a language model drafts no note', async () => {
  const without = createEngines({ folder, settings: { SPEECH_ENGINE: 'auto', DRAFTER: 'extractive' } })
  await runTrial({}, without)
  expect(without.trial()).toMatchObject({ state: 'done', drafted: null })
})

test('a trial of the engines downloads no language model that is missing', async () => {
  const missing = createEngines({ folder, settings: { SPEECH_ENGINE: 'auto', DRAFTER: 'embedded' } })
  await runTrial({}, missing)
  expect(missing.trial()).toMatchObject({ state: 'done', drafted: null })
})

test('a failed trial of the engines reports the reason', async () => {
  const speech = createFakeSpeech(() => {
    throw new SpeechError('speech_unavailable', 'the weights are not there')
  })
  await runTrial({ speech })
  expect(engines.trial()).toMatchObject({ state: 'failed', transcribed: null, failure: 'the weights are not there' })
})

const whisper = findWeights('whisper-base')

test.runIf(whisper)('a real model transcribes the sample with few errors', { timeout: 300_000 }, async () => {
  const store = new ModelStore({
    id: 'x',
    model: { label: '', license: '', base: '', files: [] },
    folder,
    path: whisper,
  })
  const speech = createEmbeddedSpeech({ store, language: 'en' })
  try {
    await runTrial({ speech })
  } finally {
    await speech.close()
  }
  const trial = engines.trial()
  // oxlint-disable-next-line no-console -- the figures of docs/speech.md
  console.log(JSON.stringify(trial))
  expect(trial).toMatchObject({ state: 'done', transcribed: { of: 126 } })
  expect(trial?.transcribed?.wrong).toBeLessThan(126 * 0.25)
  expect(sampleText).toContain('notebook')
})
