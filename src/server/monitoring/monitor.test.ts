import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startWeb, startWorker } from '#server/app.ts'
import { type Config, readConfig } from '#server/config.ts'
import { createProbeListener } from '#server/http/health.ts'
import { openListener } from '#server/http/listener.ts'
import { exchange } from '#test/browser.ts'
import { buildMember, buildSession } from '#test/build.ts'
import { openProxy, type Proxy, urlsThrough } from '#test/proxy.ts'
import { createWorld, type World } from '#test/world.ts'
import { createPool } from '#server/postgres/connection.ts'
import { createMetrics } from './metrics.ts'
import { createMonitor } from './monitor.ts'

const token = 'a token of 24 characters or more'
const authorization = `Bearer ${token}`

let world: World
let proxy: Proxy
const closers: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  world = await createWorld({ settings: { DATA_DIR: tmpdir(), LOG_LEVEL: 'silent', METRICS_TOKEN: token } })
})
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})
afterAll(() => world.close())

/** A web process whose database connections go through a proxy. */
async function openWeb(settings: Partial<Config> = {}) {
  proxy = await openProxy(new URL(world.urls.app_web))
  const config = { ...world.config, PORT: 0, ...settings }
  const urls = urlsThrough(proxy, world.urls)
  const pool = createPool(urls.app_web, { max: 1, pipeline: false })
  const monitor = createMonitor(config, pool)
  const web = await startWeb(config, urls, world.providers, {
    pages: async (_, response) => void response.writeHead(404).end(),
    development: false,
    limits: false,
    publicUrl: world.url,
    monitor,
  })
  closers.push(
    () => proxy.close().catch(() => undefined),
    () => pool.end(),
    () => web.stop(),
  )
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    exchange(`http://127.0.0.1:${web.port}${path}`, method, headers)
  return { ask, scrape: async () => (await ask('/metrics', { authorization })).text }
}

/** The lines of a metric, without comments. */
const linesOf = (text: string, metric: string) =>
  text.split('\n').filter((line) => line.startsWith(`${metric}{`) || line.startsWith(`${metric} `))
const valueOf = (text: string, line: string) => Number(linesOf(text, line)[0]?.split(' ').at(-1))

describe('access to the figures', () => {
  test('figures are served only with the exact token, and a rejected response is empty', async () => {
    const { ask } = await openWeb()
    const rejected = [
      {},
      { authorization: '' },
      { authorization: token },
      { authorization: `Basic ${token}` },
      { authorization: `Bearer ${token.slice(1)}` },
      { authorization: `Bearer ${token}x` },
      { authorization: `Bearer ${'x'.repeat(10_000)}` },
      { cookie: `token=${token}` },
    ]
    for (const headers of rejected) expect(await ask('/metrics', headers)).toMatchObject({ status: 401, text: '' })
    expect((await ask(`/metrics?token=${encodeURIComponent(token)}`)).status).toBe(401)
    expect((await ask('/metrics', { authorization }, 'POST')).status).toBe(405)
    const response = await ask('/metrics', { authorization, host: '10.1.2.3' })
    expect(response).toMatchObject({ status: 200, headers: { 'content-type': expect.stringContaining('text/plain') } })
  })

  test('the web port serves no figures without METRICS_TOKEN, or if METRICS_PORT is set', async () => {
    const off = await openWeb({ METRICS_TOKEN: undefined })
    expect((await off.ask('/metrics', { authorization })).status).toBe(404)
    const elsewhere = await openWeb({ METRICS_PORT: 9 })
    expect((await elsewhere.ask('/metrics', { authorization })).status).toBe(404)
  })

  test('binding metrics to other interfaces requires METRICS_TOKEN', () => {
    const settings = { APP_SECRET: 's'.repeat(32), METRICS_PORT: '9400' }
    expect(readConfig(settings).METRICS_HOST).toBe('127.0.0.1')
    expect(() => readConfig({ ...settings, METRICS_HOST: '0.0.0.0' })).toThrow('set METRICS_TOKEN too')
    expect(() => readConfig({ ...settings, METRICS_HOST: '0.0.0.0', METRICS_TOKEN: 'short' })).toThrow('METRICS_TOKEN')
    expect(readConfig({ ...settings, METRICS_HOST: '0.0.0.0', METRICS_TOKEN: token }).METRICS_PORT).toBe(9400)
  })
})

describe('metrics of requests', () => {
  test('requests for ten thousand invented paths share one label', async () => {
    const { ask, scrape } = await openWeb()
    const paths = Array.from(
      { length: 10_000 },
      (_, n) => [`/api/x${n}`, `/p${n}`, `/api/auth/${n}`, `/media/${n}/x/y`, `/api/health/${n}`][n % 5],
    )
    for (let at = 0; at < paths.length; at += 50)
      await Promise.all(paths.slice(at, at + 50).map((path) => ask(path ?? '')))
    const lines = linesOf(await scrape(), 'attend_http_requests_total')
    expect(lines).toEqual(['attend_http_requests_total{method="GET",route="unmatched",status="404"} 10000'])
  }, 120_000)

  test('requests are counted by path pattern, also if they are rejected before their endpoint, and probes are not counted', async () => {
    const { ask, scrape } = await openWeb()
    const { userId } = await buildMember(world)
    const headers = await world.headersOf(userId)
    const { id } = await buildSession(world, {})
    await ask(`/api/clients/${id}`, headers)
    await ask(`/api/clients/${id}`)
    await ask('/api/clients/list', headers, 'POST')
    await ask('/api/health/ready')
    await ask(`/media/${id}`, headers)
    await ask('/clients/a', headers)
    await ask('/api/auth/sign-out', { ...headers, origin: 'https://other.example' }, 'POST')
    const text = await scrape()
    const counted = linesOf(text, 'attend_http_requests_total').map((line) => line.slice(27, -3))
    expect(counted).toEqual(
      expect.arrayContaining([
        'method="GET",route="/api/clients/{clientId}",status="404"',
        'method="GET",route="/api/clients/{clientId}",status="401"',
        'method="GET",route="/media/{ticket}",status="404"',
        'method="GET",route="page",status="404"',
        'method="POST",route="/api/auth/sign-out",status="403"',
      ]),
    )
    expect(text).not.toContain('health')
    for (const secret of [id, userId]) expect(text).not.toContain(secret)
    expect(valueOf(text, 'attend_http_request_duration_seconds_count')).toBeGreaterThan(0)
  })
})

describe('figures of the database', () => {
  test('figures of the database contain jobs by queue, waiting sessions and the last backup, without ids', async () => {
    const { scrape } = await openWeb()
    const session = await buildSession(world, { status: 'failed' })
    await world.db
      .updateTable('session_progress')
      .set({ stage: 'failed', error_code: 'speech_unavailable' })
      .where('session_id', '=', session.id)
      .execute()
    await sql`insert into pgboss.job (name, data, created_on) values
      ('transcripts.transcribe', '{"sessionId": "x"}', now() - interval '10 minutes')`.execute(world.db)
    const at = new Date('2026-11-23T02:31:00Z')
    await world.db
      .insertInto('backups')
      .values({ began_at: at, finished_at: at, row_count: 1, file_count: 1, lost_file_count: 0, size: 1 })
      .execute()
    const text = await scrape()
    expect(valueOf(text, 'attend_queue_jobs')).toBeDefined()
    expect(text).toContain('attend_queue_jobs{queue="transcripts.transcribe",state="waiting"} 1')
    expect(text).toContain('attend_queue_jobs{queue="notes.draft",state="waiting"} 0')
    const oldest = linesOf(text, 'attend_queue_oldest_seconds').find((line) => line.includes('transcribe"'))
    expect(Number(oldest?.split(' ').at(-1))).toBeGreaterThanOrEqual(600)
    expect(text).toContain('attend_sessions_waiting 1\n')
    expect(valueOf(text, 'attend_last_backup_timestamp_seconds')).toBe(at.getTime() / 1000)
    expect(linesOf(text, 'attend_wal_archive_failing')).toEqual([])
    expect(valueOf(text, 'attend_disk_free_bytes')).toBeGreaterThan(0)
    expect(text).toContain('attend_figures_missing{part="database"} 0')
    expect(text).not.toContain(session.id)
  })

  test('if the database does not respond in time, its figures are left out and the other figures are served', async () => {
    const { scrape } = await openWeb()
    proxy.dropPackets()
    const before = performance.now()
    const text = await scrape()
    expect(performance.now() - before).toBeLessThan(4000)
    expect(text).toContain('attend_figures_missing{part="database"} 1')
    expect(text).not.toContain('attend_queue_jobs{')
    expect(linesOf(text, 'attend_last_backup_timestamp_seconds')).toEqual([])
    expect(linesOf(text, 'attend_sessions_waiting')).toEqual([])
    expect(valueOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(0)
    const secondStart = performance.now()
    await Promise.all([scrape(), scrape(), scrape()])
    expect(performance.now() - secondStart).toBeLessThan(1500)
  })

  test('figures of the database are served again after the database stopped during a scrape and started again', async () => {
    const { scrape } = await openWeb()
    const scraped = scrape()
    await proxy.close()
    expect(await scraped).toContain('attend_build_info')
    await proxy.open()
    const isDatabaseMeasured = async () => (await scrape()).includes('attend_figures_missing{part="database"} 0')
    await expect.poll(isDatabaseMeasured, { timeout: 30_000, interval: 500 }).toBe(true)
  }, 60_000)
})

test('figures of the write-ahead log are served only if it is archived, and do not contain the reason of a failure', async () => {
  const metrics = createMetrics()
  const counts = { queues: [], waitingSessions: 0, failedSessions: 0, lastBackupAt: null }
  const walArchive = { archivedAt: new Date(5000), failures: 3, failure: '/mnt/planted', isFailing: true }
  const text = await metrics.text({ database: { ...counts, walArchive }, disk: null })
  expect(text).toContain('attend_wal_archived_timestamp_seconds 5\n')
  expect(text).toContain('attend_wal_archive_failures 3\n')
  expect(text).toContain('attend_wal_archive_failing 1\n')
  expect(text).not.toContain('planted')
  const without = await metrics.text({ database: { ...counts, walArchive: null }, disk: null })
  expect(linesOf(without, 'attend_wal_archived_timestamp_seconds')).toEqual([])
  expect(linesOf(without, 'attend_wal_archive_failing')).toEqual([])
})

test('a worker serves its own figures on the port of its probes, and another process has different figures', async () => {
  const config = { ...world.config, ROLES: ['worker' as const] }
  const pool = createPool(world.urls.app_worker, { max: 1, pipeline: false })
  const monitor = createMonitor(config, pool)
  const worker = await startWorker(config, world.urls, world.providers, { monitor })
  const listener = await openListener('127.0.0.1', 0)
  closers.push(
    () => pool.end(),
    () => worker.stop(),
    () => listener.close(),
  )
  listener.serve(createProbeListener(worker.readiness, monitor?.page))
  const { scrape } = await openWeb()
  const response = await exchange(`http://127.0.0.1:${listener.port}/metrics`, 'GET', { authorization })
  expect(response.text).toContain('attend_database_connections{pool="worker",state="idle"}')
  expect(response.text).toContain('attend_queue_jobs{queue="notes.draft",state="running"} 0')
  const web = await scrape()
  expect(web).toContain('attend_database_connections{pool="web",state="idle"}')
  expect(web).not.toContain('pool="worker"')
  expect((await exchange(`http://127.0.0.1:${listener.port}/metrics`, 'GET', {})).status).toBe(401)
})
