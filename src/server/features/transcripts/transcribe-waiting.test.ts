import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createFakeSpeech } from '#server/providers/speech/fake.ts'
import { createNoSpeech } from '#server/providers/speech/none.ts'
import type { Speech } from '#server/providers/speech/port.ts'
import { createPool } from '#server/postgres/connection.ts'
import { pipelineJobs } from '#server/session-pipeline/jobs.ts'
import { jobsOf } from '#test/jobs.ts'
import { createTranscribingHarness, type TranscribingHarness } from '#test/transcribing-harness.ts'
import type { Api, World } from '#test/world.ts'
import { createTranscribeWaiting } from './transcribe-waiting.ts'

let harness: TranscribingHarness
let world: World
beforeAll(async () => {
  harness = await createTranscribingHarness()
  ;({ world } = harness)
})
afterAll(() => harness.close())

let api: Api
let userId = ''
let sessionId = ''
beforeEach(async () => {
  ;({ userId, sessionId } = await harness.record())
  api = await world.as(userId)
})

const transcribe = (speech: Speech) => harness.run({ userId, sessionId }, { speech })

const currentProgress = () => harness.progressOf(sessionId)

/** Returns whether the lists of sessions and notes and the calendar mark the session as waiting for a transcript. */
async function waitsInLists(): Promise<boolean[]> {
  const { clientId, date } = await api.sessions.get({ sessionId })
  const { items } = await api.sessions.listForClient({ clientId })
  const calendar = await api.sessions.calendar({ from: date, to: date })
  const notes = await api.notes.list({})
  return [...items, ...calendar.items, ...notes.items].map(({ waitsForTranscript }) => waitsForTranscript)
}

describe('a recording that waits for a speech engine', () => {
  const progressAt = (stage: string) => expect.objectContaining({ stage })

  test('a recording that waits for a speech engine is transcribed once an engine is ready', async () => {
    await expect(transcribe(createNoSpeech())).resolves.toBeUndefined()
    expect(await currentProgress()).toMatchObject({ stage: 'failed', error_code: 'speech_unavailable' })
    expect(await waitsInLists()).toEqual([true, true, true])
    const speech = createFakeSpeech([
      { start: 0, end: 8, text: 'How did you sleep?' },
      { start: 9, end: 17, text: 'Badly again.' },
    ])
    let isInstalled = false
    const status = () => (isInstalled ? speech.status() : createNoSpeech().status())
    const transcribeWaiting = createTranscribeWaiting({ ...harness.services, speech: { ...speech, status } })
    await transcribeWaiting()
    expect(await currentProgress()).toEqual(progressAt('failed'))
    isInstalled = true
    await transcribeWaiting()
    expect(await currentProgress()).toEqual(progressAt('queued'))
    const queued = (await jobsOf(world, sessionId)).filter(({ name }) => name === 'sessions.run_again')
    expect(queued).toMatchObject([{ data: { sessionId, userId } }])
    const { 'sessions.run_again': retrySession } = pipelineJobs(harness.services)
    await retrySession({ sessionId, userId }, { signal: new AbortController().signal, isLastTry: () => false })
    await transcribe(speech)
    expect((await api.transcripts.get({ sessionId })).utterances).toHaveLength(2)
    expect(await waitsInLists()).toEqual([false, false, false])
  })

  test('a waiting recording is enqueued by the next run if the database failed in the first', async () => {
    await transcribe(createNoSpeech())
    const { tenant } = harness.services
    const asAnonymous = vi.spyOn(tenant, 'asAnonymous').mockRejectedValueOnce(new Error('the database restarts'))
    const transcribeWaiting = createTranscribeWaiting({ ...harness.services, speech: createFakeSpeech([]) })
    await expect(transcribeWaiting()).rejects.toThrow('the database restarts')
    expect(await currentProgress()).toEqual(progressAt('failed'))
    await transcribeWaiting()
    asAnonymous.mockRestore()
    expect(await currentProgress()).toEqual(progressAt('queued'))
  })

  test('a waiting recording is not enqueued again if the engine was already ready', async () => {
    const transcribeWaiting = createTranscribeWaiting({ ...harness.services, speech: createFakeSpeech([]) })
    await transcribeWaiting()
    await transcribe(createNoSpeech())
    await transcribeWaiting()
    expect(await currentProgress()).toEqual(progressAt('failed'))
  })

  test('the database role of the web process cannot enqueue waiting recordings', async () => {
    await transcribe(createNoSpeech())
    const web = createPool(world.urls.app_web, { max: 1, pipeline: false })
    try {
      await expect(web.query('select * from app.queue_waiting_sessions()')).rejects.toMatchObject({ code: '42501' })
    } finally {
      await web.end()
    }
  })
})
