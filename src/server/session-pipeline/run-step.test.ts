import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Services } from '#server/context.ts'
import { Failure } from '#server/fail.ts'
import { reportFailure } from '#server/features/sessions/report-progress.ts'
import { SpeechError } from '#server/providers/speech/port.ts'
import { buildClient, buildSession } from '#test/build.ts'
import { createWorkerWorld, jobsOf } from '#test/jobs.ts'
import type { World } from '#test/world.ts'
import { runStep } from './run-step.ts'
import type { Step, Task } from './step.ts'

let world: World
let services: Services
let close: () => Promise<void>
beforeAll(async () => {
  ;({ world, services, close } = await createWorkerWorld())
})
afterAll(() => close())

let task: Task
beforeEach(async () => {
  const { id: clientId, therapistId: userId } = await buildClient(world)
  const { id: sessionId } = await buildSession(world, { clientId, status: 'processing' })
  await world.db
    .updateTable('session_progress')
    .set({ stage: 'transcribing', percent: 20 })
    .where('session_id', '=', sessionId)
    .execute()
  task = { sessionId, userId }
})

type Counting = Step<{ from: number }, number>

/** A test step in place of the transcription, whose work adds one to a number. */
const counting = (changes: Partial<Counting> = {}): Counting => ({
  name: 'transcribe',
  failure: 'could not count',
  begin: async () => ({ from: 1 }),
  work: async (_, __, { from }) => from + 1,
  finish: async (_, __, { from }, result) => result === from + 1,
  explain: (error) =>
    error instanceof SpeechError ? { code: error.code, text: 'No speech.', reason: 'none' } : undefined,
  fail: (context, { sessionId }, { code, text }) => reportFailure(context, sessionId, code, text),
  ...changes,
})
const failing = (error: unknown, changes: Partial<Counting> = {}) =>
  counting({
    work: async () => {
      throw error
    },
    ...changes,
  })

const run = (step: Counting, { isLastTry = false, signal = new AbortController().signal } = {}) =>
  runStep({ ...services, log: pino({ level: 'silent' }) }, step, task, { signal, isLastTry: () => isLastTry })
const progress = () =>
  world.db
    .selectFrom('session_progress')
    .select(['stage', 'percent', 'error_code as code', 'error'])
    .where('session_id', '=', task.sessionId)
    .executeTakeFirstOrThrow()
const jobs = async () => (await jobsOf(world, task.sessionId)).map(({ name }) => name)

const outage = () => Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })

describe('a step that succeeds', () => {
  test('a successful step reports the progress of the next step and enqueues it', async () => {
    await run(counting())
    expect(await progress()).toMatchObject({ stage: 'processing', percent: 60 })
    expect(await jobs()).toEqual(['notes.draft'])
  })

  test('a step whose result exists enqueues the next step without work', async () => {
    await run(counting({ begin: async () => 'done', work: () => Promise.reject(new Error('worked')) }))
    expect(await jobs()).toEqual(['notes.draft'])
  })

  test.each([
    ['begin finds nothing to do', { begin: async () => null }],
    ['finish saves no result', { finish: async () => false }],
  ])('a step enqueues nothing when %s', async (_, changes) => {
    await run(counting(changes))
    expect(await jobs()).toEqual([])
    expect(await progress()).toMatchObject({ stage: 'transcribing', percent: 20 })
  })
})

describe('a step that fails', () => {
  test('a permanent failure of a step fails the session immediately and does not throw', async () => {
    await run(failing(new Failure('too_little_speech')))
    expect(await progress()).toMatchObject({ stage: 'failed', code: 'too_little_speech' })
  })

  test('a permanent provider error fails the session with the explanation of the step', async () => {
    await run(failing(new SpeechError('transcription_failed', 'refused')))
    expect(await progress()).toMatchObject({ stage: 'failed', code: 'transcription_failed', error: 'No speech.' })
  })

  test('a step that fails because all threads are busy is tried again', async () => {
    await expect(run(failing(new Failure('busy')))).rejects.toMatchObject({ code: 'busy' })
    expect(await progress()).toMatchObject({ stage: 'transcribing', code: null })
  })

  test('a step that fails unexpectedly is tried again, and shows a number after the last try', async () => {
    await expect(run(failing(new Error('odd')))).rejects.toThrow('odd')
    expect(await progress()).toMatchObject({ stage: 'transcribing', code: null })
    await expect(run(failing(new Error('odd')), { isLastTry: true })).rejects.toThrow('odd')
    expect(await progress()).toMatchObject({
      stage: 'failed',
      code: 'unexpected',
      error: expect.stringMatching(/number \w{8}\.$/),
    })
  })

  test('a step that fails during an outage shows that it waits, and after the last try that it gave up', async () => {
    await expect(run(failing(outage()))).rejects.toThrow('connect')
    expect(await progress()).toMatchObject({ stage: 'transcribing', code: 'processing_waits' })
    await expect(run(failing(outage()), { isLastTry: true })).rejects.toThrow('connect')
    expect(await progress()).toMatchObject({ stage: 'failed', code: 'processing_gave_up' })
  })

  test('an outage leaves the progress unchanged if the job of the step is not retried for hours', async () => {
    await expect(run(failing(outage(), { name: 'analyze' }))).rejects.toThrow('connect')
    expect(await progress()).toMatchObject({ stage: 'transcribing', code: null })
    await expect(run(failing(outage(), { name: 'analyze' }), { isLastTry: true })).rejects.toThrow('connect')
    expect(await progress()).toMatchObject({ code: 'unexpected' })
  })

  test.each([new Failure('too_little_speech'), new Error('odd'), outage()])(
    'a step whose result was saved elsewhere ignores the error %s',
    async (error) => {
      await run(failing(error, { isDone: async () => true }), { isLastTry: true })
      expect(await progress()).toMatchObject({ stage: 'transcribing', code: null })
    },
  )

  test('a step that cannot enqueue the next step is tried again, although its result is saved', async () => {
    const begin = () => Promise.reject(outage())
    await expect(run(counting({ begin, isDone: async () => true }))).rejects.toThrow('connect')
    await run(counting({ begin: async () => 'done', isDone: async () => true }))
    expect(await jobs()).toEqual(['notes.draft'])
  })

  test('a step whose worker stops changes nothing, even at the last try', async () => {
    const signal = AbortSignal.abort(new Error('the worker stops'))
    await expect(run(counting(), { signal, isLastTry: true })).rejects.toThrow('the worker stops')
    expect(await progress()).toMatchObject({ stage: 'transcribing', code: null })
    expect(await jobs()).toEqual([])
  })

  test('a step whose session was deleted ends without an error', async () => {
    const begin = () => Promise.reject(new Failure('session_missing'))
    await run(counting({ begin }))
    expect(await progress()).toMatchObject({ stage: 'transcribing', code: null })
  })

  test('if `begin` of a step fails, its `fail` is called without an assignment', async () => {
    const assignments: unknown[] = []
    const step = counting({
      begin: () => Promise.reject(new Failure('recording_missing')),
      fail: async (_, __, ___, assignment) => void assignments.push(assignment),
    })
    await run(step)
    expect(assignments).toEqual([null])
  })
})
