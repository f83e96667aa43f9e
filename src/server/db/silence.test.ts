import { tmpdir } from 'node:os'
import { setTimeout as pass } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startWeb, startWorker, type WebRole, type WorkerRole } from '#server/app.ts'
import { createPool } from '#server/postgres/connection.ts'
import { Tenant } from '#server/db/tenant.ts'
import { openQueue, type Queue } from '#server/jobs/queue.ts'
import { type BrowserResponse, exchange } from '#test/browser.ts'
import { buildSession } from '#test/build.ts'
import { openProxy, type Proxy, urlsThrough } from '#test/proxy.ts'
import { createWorld, type World } from '#test/world.ts'

/** Shorter than the timeout of a connection that waits for a response. */
const outageMs = 3000
/** A recovery takes seconds; the limit has a reserve for a busy machine. */
const pollOptions = { timeout: 30_000, interval: 250 }
const testTimeoutMs = 90_000

let world: World
let proxy: Proxy
let headers: Record<string, string>
let therapistId: string
let sessionId: string

beforeEach(async () => {
  world = await createWorld({ settings: { DATA_DIR: tmpdir(), LOG_LEVEL: 'silent' } })
  proxy = await openProxy(new URL(world.urls.app_web))
  const session = await buildSession(world, { status: 'processing' })
  sessionId = session.id
  therapistId = session.therapistId
  headers = await world.headersOf(session.therapistId)
})
afterEach(() => world.close())

describe.each([true, false])('the web process, pipeline %s', (isPipelined) => {
  let web: WebRole
  let stopping: Promise<void> | undefined
  const stop = () => (stopping ??= web.stop())
  beforeEach(async () => {
    const config = { ...world.config, PORT: 0, DATABASE_PIPELINE: isPipelined }
    stopping = undefined
    web = await startWeb(config, urlsThrough(proxy, world.urls), world.providers, {
      pages: async (_, response) => void response.writeHead(404).end(),
      development: false,
      limits: false,
      publicUrl: world.url,
    })
  })
  afterEach(() => proxy.close())
  afterEach(() => stop())

  const ask = (path: string): Promise<BrowserResponse> =>
    exchange(`http://127.0.0.1:${web.port}${path}`, 'GET', headers)
  const signIn = () =>
    exchange(
      `http://127.0.0.1:${web.port}/api/auth/sign-in/email`,
      'POST',
      { origin: `http://127.0.0.1:${web.port}`, 'content-type': 'application/json' },
      JSON.stringify({ email: 'a@example.test', password: 'violet harbour 41 kites' }),
    )

  test(
    'the web process responds with 503 while the database is silent, and recovers within seconds without a restart',
    async () => {
      await Promise.all(Array.from({ length: 8 }, () => ask('/api/clients/therapists')))
      await signIn()
      proxy.dropPackets()
      const lost = [ask('/api/clients/therapists'), signIn(), ask('/api/me')]
      expect((await ask('/api/health/ready')).status).toBe(503)
      expect((await ask('/api/health/live')).status).toBe(200)
      for (const answer of await Promise.all(lost)) expect(answer).toMatchObject({ status: 503 })
      expect(await ask('/api/clients/therapists')).toMatchObject({ status: 503 })

      proxy.resume()
      await expect.poll(async () => (await ask('/api/clients/therapists')).status, pollOptions).toBe(200)
      await expect.poll(async () => (await signIn()).status, pollOptions).toBe(401)
      await expect.poll(async () => (await ask('/api/health/ready')).status, pollOptions).toBe(200)
      // All connections from before the outage have been replaced.
      const all = await Promise.all(Array.from({ length: 8 }, () => ask('/api/clients/therapists')))
      expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    },
    testTimeoutMs,
  )

  test(
    'the web process replaces connections that were idle during a short silence',
    async () => {
      await Promise.all(Array.from({ length: 8 }, () => ask('/api/clients/therapists')))
      proxy.dropPackets()
      await pass(outageMs)
      proxy.resume()
      const seen = ask(`/api/sessions/${sessionId}/progress`)
      const complete = world.db.updateTable('session_progress').set({ stage: 'complete', percent: 100 })
      await complete.where('session_id', '=', sessionId).execute()
      const startedAt = performance.now()
      await expect.poll(async () => (await ask('/api/clients/therapists')).status, pollOptions).toBe(200)
      expect(performance.now() - startedAt).toBeLessThan(pollOptions.timeout)
      await seen
    },
    testTimeoutMs,
  )

  test(
    'the web process stops within 25 seconds while the database is silent',
    async () => {
      await Promise.all(Array.from({ length: 8 }, () => ask('/api/clients/therapists')))
      proxy.dropPackets()
      const lost = Promise.all([ask('/api/clients/therapists').catch(() => undefined), pass(300)])
      const startedAt = performance.now()
      await stop()
      expect(performance.now() - startedAt).toBeLessThan(25_000)
      await lost
    },
    testTimeoutMs,
  )
})

describe('the worker', () => {
  let worker: WorkerRole
  let stopping: Promise<void> | undefined
  const stop = () => (stopping ??= worker.stop())
  let sender: Queue
  beforeEach(async () => {
    stopping = undefined
    worker = await startWorker(world.config, urlsThrough(proxy, world.urls), world.providers)
    sender = await openQueue(world.urls.app_web, pino({ level: 'silent' }), { worker: false })
  })
  afterEach(async () => {
    await stop()
    await sender.stop()
    await proxy.close()
  })

  async function send(): Promise<void> {
    const pool = createPool(world.urls.app_worker, { max: 1, pipeline: true })
    const job = { sessionId, userId: therapistId }
    await new Tenant(pool).asUser(therapistId, (db) => sender.enqueue(db, 'insights.analyze', job))
    await pool.end()
  }
  const isDone = async () =>
    !(await new Tenant(readers).asAnonymous((db) => sender.isUnderway(db, 'insights.analyze', { sessionId })))
  let readers: ReturnType<typeof createPool>
  beforeEach(() => {
    readers = createPool(world.urls.app_worker, { max: 1, pipeline: true })
  })
  afterEach(() => readers.end())

  test(
    'the worker takes jobs again within seconds after the database responds again',
    async () => {
      await send()
      await expect.poll(isDone, pollOptions).toBe(true)
      proxy.dropPackets()
      await send()
      await pass(outageMs)
      expect(await isDone()).toBe(false)
      proxy.resume()
      await expect.poll(isDone, pollOptions).toBe(true)
    },
    testTimeoutMs,
  )

  test(
    'while the database is silent, the worker is not ready, and it stops within 25 seconds',
    async () => {
      proxy.dropPackets()
      expect(await worker.readiness()).toMatchObject({ database: 'silent' })
      const startedAt = performance.now()
      await stop()
      expect(performance.now() - startedAt).toBeLessThan(25_000)
    },
    testTimeoutMs,
  )
})
