import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DB } from '#server/db/types.ts'
import { listFailedSessions, retryFailedSessions } from '#server/features/recordings/retry-failed-sessions.ts'
import { pipelineJobs } from '#server/session-pipeline/jobs.ts'
import { type AdminHarness, openAdminHarness, outcome } from '#test/admin-harness.ts'
import { buildRecording } from '#test/build.ts'
import { jobsOf, openWorkerServices } from '#test/jobs.ts'

let harness: AdminHarness
let owner: Kysely<DB>
let worker: Awaited<ReturnType<typeof openWorkerServices>>
beforeAll(async () => {
  harness = await openAdminHarness()
  worker = await openWorkerServices(harness.world)
  owner = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: harness.world.urls.app_owner, max: 2 }) }),
  })
})
afterAll(async () => {
  await owner.destroy()
  await worker.close()
  await harness.close()
})
beforeEach(() => sql`update sessions set status = 'completed' where status = 'failed'`.execute(harness.world.db))

async function buildFailedSession(code: string) {
  const clinic = await harness.newClinic()
  const { db } = harness.world
  await db.updateTable('sessions').set({ status: 'failed' }).where('id', '=', clinic.sessionId).execute()
  await db
    .updateTable('session_progress')
    .set({ stage: 'failed', percent: 0, error: 'It failed.', error_code: code })
    .where('session_id', '=', clinic.sessionId)
    .execute()
  return clinic
}

const jobNamesOf = async (sessionId: string) => (await jobsOf(harness.world, sessionId)).map(({ name }) => name)
const statusOf = async (sessionId: string) =>
  (await harness.world.db.selectFrom('sessions').where('id', '=', sessionId).select('status').executeTakeFirstOrThrow())
    .status

test('platform admins see failed sessions with their organization, except sessions that would fail again', async () => {
  const one = await buildFailedSession('processing_gave_up')
  const final = [
    'too_little_speech',
    'transcript_too_short',
    'transcript_missing',
    'file_cut_off',
    'file_without_index',
  ]
  for (const code of final) await buildFailedSession(code)
  const { total, items } = await harness.api.admin.failedSessions()
  expect(total).toBe(1)
  expect(items).toEqual([
    {
      id: one.sessionId,
      organization: expect.stringContaining('Clinic'),
      errorCode: 'processing_gave_up',
      failedAt: expect.any(String),
    },
  ])
})

test('platform admins retry one failed session or all; each is queued once and audited, with ids only', async () => {
  const [one, two, three] = [
    await buildFailedSession('unexpected'),
    await buildFailedSession('unexpected'),
    await buildFailedSession('recording_unreadable'),
  ]
  expect(await harness.api.admin.runAgain({ sessionId: one.sessionId })).toEqual({ count: 1 })
  expect(await harness.api.admin.runAgain({ sessionId: one.sessionId })).toEqual({ count: 0 })
  expect(await harness.api.admin.runAgain({ sessionId: null })).toEqual({ count: 2 })
  for (const { sessionId, therapistId, organizationId, clientId } of [one, two, three]) {
    expect(await statusOf(sessionId)).toBe('processing')
    const [job, ...more] = await jobsOf(harness.world, sessionId)
    expect(more).toEqual([])
    expect(job).toMatchObject({ name: 'sessions.run_again', data: { sessionId, userId: therapistId } })
    expect(await harness.eventsOf(sessionId)).toEqual([
      { action: 'admin.session_run_again', organization_id: organizationId, client_id: clientId, details: {} },
    ])
  }
  expect(await harness.api.admin.failedSessions()).toEqual({ total: 0, items: [] })
})

test('a platform admin cannot retry the transcription of a recording whose transcript the therapist deleted', async () => {
  const { sessionId } = await buildFailedSession('transcript_missing')
  expect(await harness.api.admin.runAgain({ sessionId })).toEqual({ count: 0 })
  expect(await harness.api.admin.runAgain({ sessionId: null })).toEqual({ count: 0 })
  expect(await statusOf(sessionId)).toBe('failed')
})

test('a session whose therapist has left the organization cannot be retried', async () => {
  const { sessionId, therapistId, organizationId } = await buildFailedSession('unexpected')
  await harness.world.db
    .deleteFrom('organization_members')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', therapistId)
    .execute()
  expect(await harness.api.admin.failedSessions()).toEqual({ total: 0, items: [] })
  expect(await harness.api.admin.runAgain({ sessionId })).toEqual({ count: 0 })
  expect(await retryFailedSessions(owner, worker.services.jobs)).toEqual([])
  expect(await statusOf(sessionId)).toBe('failed')
})

test.each([
  ['whose recording was received', 'received', 'recordings.process'],
  ['whose recording could not be read', 'unreadable', 'recordings.process'],
  ['whose recording is stored', 'stored', 'transcripts.transcribe'],
  ['without a recording', null, 'notes.draft'],
])('a retried session %s resumes at the failed step', async (_name, state, job) => {
  const { sessionId, therapistId } = await buildFailedSession('unexpected')
  if (state !== null) {
    await buildRecording(harness.world, { sessionId })
    await harness.world.db.updateTable('recordings').set({ state }).where('session_id', '=', sessionId).execute()
  }
  await harness.api.admin.runAgain({ sessionId })
  const run = { signal: new AbortController().signal, isLastTry: () => false }
  await pipelineJobs(worker.services)['sessions.run_again']({ sessionId, userId: therapistId }, run)
  expect(await jobNamesOf(sessionId)).toEqual(['sessions.run_again', job])
})

test('the command line lists failed sessions and retries all, or one by the end of its id', async () => {
  const [one, two] = [await buildFailedSession('unexpected'), await buildFailedSession('unexpected')]
  expect((await listFailedSessions(owner)).map(({ sessionId }) => sessionId)).toEqual([one.sessionId, two.sessionId])
  const queued = await retryFailedSessions(owner, worker.services.jobs, one.sessionId.slice(-8))
  expect(queued.map(({ sessionId }) => sessionId)).toEqual([one.sessionId])
  expect(await retryFailedSessions(owner, worker.services.jobs)).toHaveLength(1)
  expect(await retryFailedSessions(owner, worker.services.jobs)).toEqual([])
  for (const { sessionId } of [one, two]) {
    expect(await jobNamesOf(sessionId)).toEqual(['sessions.run_again'])
    const events = await harness.world.db
      .selectFrom('audit_events')
      .where('resource_id', '=', sessionId)
      .select(['action', 'actor_id', 'details'])
      .execute()
    expect(events).toEqual([{ action: 'session.run_again_by_operator', actor_id: null, details: { by: 'operator' } }])
  }
})

test('users other than platform admins cannot list or retry failed sessions', async () => {
  const { ownerId, therapistId, sessionId } = await buildFailedSession('unexpected')
  for (const userId of [ownerId, therapistId]) {
    const api = await harness.world.as(userId)
    expect(await outcome(api.admin.failedSessions())).toBe('not_allowed')
    expect(await outcome(api.admin.runAgain({ sessionId }))).toBe('not_allowed')
  }
  expect(await statusOf(sessionId)).toBe('failed')
})
