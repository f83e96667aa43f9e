import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pipelineJobs } from './jobs.ts'
import { buildClient, buildDraftedNote, buildRecording, buildSession, buildTranscript } from '#test/build.ts'
import { type DraftingHarness, createDraftingHarness } from '#test/drafting-harness.ts'
import { loseJobs } from '#test/jobs.ts'
import { watchToEnd } from '#test/transcript.ts'

let harness: DraftingHarness
beforeAll(async () => {
  harness = await createDraftingHarness()
})
afterAll(() => harness.close())

let sessionId = ''
let userId = ''
beforeEach(async () => {
  userId = harness.clinic.therapistId
  const { id: clientId } = await buildClient(harness.world, { therapistId: userId })
  sessionId = (await buildSession(harness.world, { clientId, status: 'processing' })).id
})

const settle = () =>
  pipelineJobs(harness.services)['sessions.lost'](
    { sessionId, userId },
    { signal: new AbortController().signal, isLastTry: () => false },
  )
const number = expect.stringMatching(/^An unexpected error occurred\. If it happens again, report number \w{8}\.$/)

describe('a session whose worker was killed at the last try', () => {
  test('a session whose worker was killed at the last try fails with a sentence and can be processed again', async () => {
    await buildRecording(harness.world, { sessionId })
    await settle()
    expect(await harness.progress(sessionId)).toMatchObject({
      stage: 'failed',
      error_code: 'unexpected',
      error: number,
    })
    expect(await harness.api.sessions.get({ sessionId })).toMatchObject({ status: 'failed', noteState: 'waiting' })
    await harness.api.recordings.processAgain({ sessionId })
    expect(await harness.progress(sessionId)).toMatchObject({ stage: 'queued', error: null })
  })

  test('a killed worker fails the note of its session, which can be drafted again', async () => {
    await buildTranscript(harness.world, { sessionId })
    await harness.api.notes.generate({ sessionId })
    await loseJobs(harness.world, sessionId)
    await settle()
    expect(await harness.note(sessionId)).toMatchObject({ state: 'failed', error: number })
    expect(await harness.progress(sessionId)).toMatchObject({ stage: 'failed', error: number })
    expect(await harness.requests(sessionId)).toMatchObject([{ state: 'failed' }])
    await harness.api.notes.generate({ sessionId })
    await harness.run(sessionId)
    expect(await harness.note(sessionId)).toMatchObject({ state: 'ready', version: 1 })
  })

  test('a note that was being enhanced when the worker was killed keeps its text and uses no allowance', async () => {
    await buildTranscript(harness.world, { sessionId })
    await buildDraftedNote(harness.world, { sessionId })
    await harness.api.notes.enhance({ sessionId, instructions: 'Shorter.' })
    await loseJobs(harness.world, sessionId)
    await settle()
    expect(await harness.note(sessionId)).toMatchObject({ state: 'failed', version: 1, enhancementsRemaining: 2 })
    expect(await harness.api.sessions.get({ sessionId })).toMatchObject({ status: 'completed' })
  })

  test('a session whose worker was killed stays unchanged while another job is queued', async () => {
    await buildTranscript(harness.world, { sessionId })
    await harness.api.notes.generate({ sessionId })
    await settle()
    expect(await harness.note(sessionId)).toMatchObject({ state: 'generating' })
    expect(await harness.progress(sessionId)).toMatchObject({ stage: 'processing' })
  })

  test('a session whose worker was killed stays unchanged when a request enqueues a job at the same moment', async () => {
    await buildRecording(harness.world, { sessionId })
    const before = await harness.progress(sessionId)
    const settled = await harness.world.db.transaction().execute(async (db) => {
      await db.selectFrom('recordings').where('session_id', '=', sessionId).select('state').forUpdate().execute()
      const settling = settle()
      await sql`select pg_sleep(0.3)`.execute(db)
      await harness.services.jobs.enqueue(db, 'recordings.process', { sessionId, userId })
      return { settling }
    })
    await settled.settling
    expect(await harness.progress(sessionId)).toEqual(before)
  })

  test('a session stays unchanged when its killed worker has already marked it as failed', async () => {
    await harness.world.db.updateTable('sessions').set({ status: 'failed' }).where('id', '=', sessionId).execute()
    const before = await harness.progress(sessionId)
    await settle()
    expect(await harness.progress(sessionId)).toEqual(before)
  })

  test('the repair of a deleted session causes no error', async () => {
    sessionId = '00000000-0000-4000-8000-000000000000'
    await expect(settle()).resolves.toBeUndefined()
  })
})

test('users who watch a session see it fail when its worker is killed at the last try', async () => {
  await buildRecording(harness.world, { sessionId })
  await harness.world.db
    .updateTable('session_progress')
    .set({ stage: 'transcribing', percent: 40 })
    .where('session_id', '=', sessionId)
    .execute()
  const { tenant, jobs } = harness.services
  await tenant.asUser(userId, (db) => jobs.enqueue(db, 'transcripts.transcribe', { sessionId, userId }))
  // The state after a killed worker: active at the last try, without a heartbeat since.
  await sql`update pgboss.job set state = 'active', retry_count = retry_limit, started_on = now() - interval '1 minute',
    heartbeat_on = now() - interval '1 minute' where data->>'sessionId' = ${sessionId}`.execute(harness.world.db)
  await harness.world.worker()
  expect((await watchToEnd(harness.api, sessionId)).at(-1)).toMatchObject({ stage: 'failed', error: number })
}, 60_000)
