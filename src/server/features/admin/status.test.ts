import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMember, buildPlatformAdmin, buildRecording, buildSession } from '#test/build.ts'
import { jobsOf } from '#test/jobs.ts'
import { type Api, createWorld, type World } from '#test/world.ts'

const now = new Date('2026-11-23T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 60 * 60 * 1000)

let world: World
let admin: Api

beforeAll(async () => {
  world = await createWorld({
    settings: { DATA_DIR: tmpdir(), SMTP_URL: 'smtps://user:smtp-password@mail.example.test:465' },
    providers: { clock: () => now },
  })
  admin = (await buildPlatformAdmin(world)).api
})
afterAll(() => world.close())

const complete = { row_count: 10, file_count: 2, lost_file_count: 1, size: 5000 }

test('the admin status reports a missing backup, a failed backup, and a backup older than 26 hours', async () => {
  const backup = async () => (await admin.admin.status()).backup
  expect(await backup()).toEqual({ isNightly: false, last: null, isOverdue: true, failure: null, wal: null })

  const insert = (hours: number, outcome: typeof complete | { failure: string }) =>
    world.db
      .insertInto('backups')
      .values({ began_at: hoursAgo(hours), finished_at: hoursAgo(hours), ...outcome })
      .execute()
  await insert(27, complete)
  const last = { at: hoursAgo(27).toISOString(), size: 5000, files: 2, lostFiles: 1 }
  expect(await backup()).toMatchObject({ last, isOverdue: true, failure: null })

  await insert(3, { failure: 'ENOSPC' })
  expect(await backup()).toMatchObject({
    isOverdue: true,
    failure: { at: hoursAgo(3).toISOString(), reason: 'ENOSPC' },
  })

  await insert(2, complete)
  expect(await backup()).toMatchObject({ last: { at: hoursAgo(2).toISOString() }, isOverdue: false, failure: null })
})

async function addProcess(roles: string[], ageSeconds: number, host = 'machine', jobs: string | null = null) {
  const at = sql<Date>`now() - make_interval(secs => ${ageSeconds})`
  const speech = { engine: 'embedded', state: 'ready', percent: null, model: `of ${host}` }
  await world.db
    .insertInto('processes')
    .values({
      id: crypto.randomUUID(),
      host,
      pid: 1,
      roles,
      worker_jobs: jobs,
      version: '1.8.2',
      began_at: sql<Date>`now() - interval '1 hour'`,
      heartbeat_at: at,
      memory: 412 * 1024 ** 2,
      engines: JSON.stringify({ speech, lastDraftSeconds: 232 }),
    })
    .execute()
}

test('the admin status shows a process without a heartbeat for 60 seconds as not responding, and the engines of the transcribing worker with the newest heartbeat', async () => {
  await addProcess(['worker'], 61, 'silent')
  await addProcess(['worker'], 2, 'alive', 'long')
  await addProcess(['worker'], 1, 'without engines', 'short')
  await addProcess(['web'], 58)
  const { processes, speech, languageModel } = await admin.admin.status()
  expect(processes.map(({ name, host, jobs, isResponding }) => [name, host, jobs, isResponding])).toEqual(
    expect.arrayContaining([
      ['web-1', 'machine', null, true],
      [expect.stringMatching(/^worker-[1-3]$/), 'silent', null, false],
      [expect.stringMatching(/^worker-[1-3]$/), 'alive', 'long', true],
      [expect.stringMatching(/^worker-[1-3]$/), 'without engines', 'short', true],
    ]),
  )
  expect(speech).toMatchObject({ state: 'ready', model: 'of alive' })
  expect(languageModel).toEqual({ name: null, lastDraftSeconds: 232 })
})

test('the admin status lists sessions whose jobs wait or run, in order, by organization and the end of their id', async () => {
  const queue = (sessionId: string, job: string, minutes: number, more: { state?: string; later?: boolean } = {}) =>
    sql`insert into pgboss.job (name, data, state, created_on, start_after) values (${job},
      ${JSON.stringify({ sessionId, userId: sessionId })}::jsonb, ${more.state ?? 'created'}::pgboss.job_state,
      now() - make_interval(mins => ${minutes}), now() + make_interval(mins => ${more.later ? 5 : -minutes}))`.execute(
      world.db,
    )
  const sessions = await Promise.all([1, 2, 3, 4].map(() => buildSession(world, { status: 'processing' })))
  const [first = '', second = '', third = '', fourth = ''] = sessions.map(({ id }) => id)
  await queue(first, 'transcripts.transcribe', 4, { state: 'active' })
  await queue(second, 'transcripts.transcribe', 3)
  await queue(third, 'notes.draft', 2, { state: 'retry', later: true })
  await queue(fourth, 'transcripts.transcribe', 1)
  const status = await admin.admin.status()
  const common = { organization: 'Northside Clinic', since: expect.any(String) }
  expect(status.unfinished).toEqual({
    total: 4,
    items: [
      { ...common, ending: first.slice(-8), step: 'transcript', isRunning: true, place: null, nextTryAt: null },
      { ...common, ending: second.slice(-8), step: 'transcript', isRunning: false, place: 1, nextTryAt: null },
      {
        ...common,
        ending: third.slice(-8),
        step: 'note',
        isRunning: false,
        place: null,
        nextTryAt: expect.any(String),
      },
      { ...common, ending: fourth.slice(-8), step: 'transcript', isRunning: false, place: 2, nextTryAt: null },
    ],
  })
  expect(status.queue).toMatchObject({ running: 1, waiting: 3 })
  expect(status.queue.oldestSeconds).toBeGreaterThanOrEqual(180)
  const text = JSON.stringify(status)
  for (const { id, clientId, therapistId } of sessions)
    for (const secret of [id, clientId, therapistId]) expect(text).not.toContain(secret)
})

test('the admin status reports a rejected mail with the host of the mail server, but without the SMTP password', async () => {
  const id = crypto.randomUUID()
  await sql`insert into pgboss.job (name, data, state, created_on, start_after) values ('notices.mail',
    ${JSON.stringify({ noticeId: id, userId: id })}::jsonb, 'retry', now() - interval '6 minutes', now() + interval '2 minutes')`.execute(
    world.db,
  )
  const status = await admin.admin.status()
  expect(status.mail).toEqual({
    server: 'mail.example.test',
    waiting: 1,
    oldestSeconds: expect.any(Number),
    nextTryAt: expect.any(String),
  })
  expect(status.mail.oldestSeconds).toBeGreaterThanOrEqual(360)
  expect(JSON.stringify(status)).not.toContain('smtp-password')
})

test('reading the admin status writes no audit event, and organization owners cannot read the status', async () => {
  const events = async () =>
    (
      await world.db
        .selectFrom('audit_events')
        .select(sql<number>`count(*)::int`.as('count'))
        .executeTakeFirstOrThrow()
    ).count
  const before = await events()
  const { storage, database } = await admin.admin.status()
  expect(storage?.size).toBeGreaterThan(storage?.free ?? 0)
  expect(database.connections).toBeGreaterThan(0)
  expect(database.limit).toBeGreaterThan(database.connections)
  expect(await events()).toBe(before)
  const owner = await world.as((await buildMember(world, { role: 'owner' })).userId)
  await expect(owner.admin.status()).rejects.toMatchObject({ code: 'not_allowed' })
})

test('a failed session is queued once, with one audit event, if two admins retry it at the same time', async () => {
  const other = (await buildPlatformAdmin(world)).api
  const sessions = await Promise.all([1, 2, 3].map(() => buildSession(world, { status: 'failed' })))
  for (const { id } of sessions) {
    await buildRecording(world, { sessionId: id })
    await world.db
      .updateTable('session_progress')
      .set({ stage: 'failed', error_code: 'unexpected' })
      .where('session_id', '=', id)
      .execute()
  }
  expect((await admin.admin.status()).failed).toMatchObject({ total: 3, lately: { length: 3 } })
  const sessionId = sessions[0]?.id ?? ''
  const counts = await Promise.all([
    admin.admin.runAgain({ sessionId }),
    admin.admin.runAgain({ sessionId }),
    other.admin.runAgain({ sessionId: null }),
    other.admin.runAgain({ sessionId: null }),
    admin.admin.runAgain({ sessionId: null }),
  ])
  expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(3)
  for (const { id } of sessions) {
    expect(await jobsOf(world, id)).toHaveLength(1)
    const events = world.db.selectFrom('audit_events').where('resource_id', '=', id).select('action')
    expect(await events.execute()).toEqual([{ action: 'admin.session_run_again' }])
  }
  expect((await admin.admin.status()).failed).toMatchObject({ total: 0, latestAt: null, lately: [] })
})
