import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type pg from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { createPool } from '#server/postgres/connection.ts'
import { type Db, Tenant } from '#server/db/tenant.ts'
import { requestId, withTrace } from '#server/monitoring/request-trace.ts'
import { buildClient, buildMember, buildSession } from '#test/build.ts'
import { createWorld, type World } from '#test/world.ts'
import { catalog, jobNames } from './catalog.ts'
import { type JobHandlers, type JobKind, type JobRun, openQueue, type Queue, type WorkOptions } from './queue.ts'

const log = pino({ level: 'silent' })

let world: World
let pool: pg.Pool
let tenant: Tenant
let sender: Queue
let userId: string

beforeEach(async () => {
  world = await createWorld()
  pool = createPool(world.urls.app_worker, { max: 4, pipeline: true })
  tenant = new Tenant(pool)
  sender = await openQueue(world.urls.app_web, log, { worker: false })
  userId = (await buildMember(world)).userId
})
afterEach(async () => {
  await sender.stop()
  await pool.end()
  await world.close()
})

/** A worker that handles only transcriptions; any other job fails the test. */
async function workerFor(handler: JobHandlers['transcripts.transcribe'], options?: WorkOptions): Promise<Queue> {
  const queue = await openQueue(world.urls.app_worker, log, { worker: true })
  const unexpected = async () => expect.unreachable('no such job was sent')
  await queue.work(
    {
      'accounts.reset_mail': unexpected,
      'sessions.lost': unexpected,
      'recordings.process': unexpected,
      'recordings.erase_original': unexpected,
      'sessions.run_again': unexpected,
      'recordings.storage': unexpected,
      'recordings.clean': unexpected,
      'transcripts.transcribe_waiting': unexpected,
      'transcripts.remember_voice': unexpected,
      'transcripts.transcribe': handler,
      'engines.work': unexpected,
      'engines.try': unexpected,
      'notes.draft': unexpected,
      'notes.count_items': unexpected,
      'notes.index': unexpected,
      'insights.analyze': unexpected,
      'corrections.erase': unexpected,
      'corrections.erase_overdue': unexpected,
      'feedback.mail': unexpected,
      'notices.mail': unexpected,
      'billing.create_customer': unexpected,
      'billing.sync': unexpected,
      'billing.reconcile': unexpected,
      'billing.advance': unexpected,
      'billing.usage': unexpected,
      'audit.verify': unexpected,
      'backups.nightly': unexpected,
      'demo.prepare': unexpected,
    },
    options,
  )
  return queue
}

const send = (db: Db, sessionId: string) => sender.enqueue(db, 'transcripts.transcribe', { sessionId, userId })

async function waitingJobs(): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select data->>'sessionId' as id from pgboss.job where name = 'transcripts.transcribe'`.execute(world.db)
  return rows.map((row) => row.id)
}

describe('the job queue', () => {
  test('a job exists only after the commit of its transaction', async () => {
    const [kept, lost] = [randomUUID(), randomUUID()]
    await tenant.asUser(userId, async (db) => {
      await send(db, kept)
      expect(await waitingJobs()).toEqual([])
    })
    const failed = tenant.asUser(userId, async (db) => {
      await send(db, lost)
      throw new Error('the work failed')
    })
    await expect(failed).rejects.toThrow('the work failed')
    expect(await waitingJobs()).toEqual([kept])
  })

  test('a job contains only ids', async () => {
    for (const name of jobNames) {
      const { properties = {} } = z.toJSONSchema(catalog[name].payload)
      for (const [field, schema] of Object.entries(properties)) {
        expect([name, field, schema]).toEqual([
          name,
          field,
          expect.objectContaining({ type: 'string', format: 'uuid' }),
        ])
      }
    }
    const wrong = tenant.asUser(userId, (db) => send(db, 'Sam Okoro slept badly'))
    await expect(wrong).rejects.toThrow(/uuid/i)
    await tenant.asUser(userId, (db) => {
      const more = { sessionId: randomUUID(), userId, text: 'slept badly' }
      return sender.enqueue(db, 'transcripts.transcribe', more)
    })
    const { rows } = await sql<{ data: string }>`select data::text as data from pgboss.job`.execute(world.db)
    expect(rows.map((row) => row.data).join()).not.toContain('slept badly')
  })

  test('a job runs as part of the request that enqueued it, also at its second try', async () => {
    await noPauses()
    const ids: (string | undefined)[] = []
    const worker = await workerFor(async () => {
      ids.push(requestId())
      if (ids.length === 1) throw new Error('once more')
    })
    await withTrace({ id: 'request-1' }, () => tenant.asUser(userId, (db) => send(db, randomUUID())))
    await expect.poll(() => ids, { timeout: 10_000 }).toEqual(['request-1', 'request-1'])
    await worker.stop()
  })

  const noPauses = () => sql`update pgboss.queue set retry_delay = 0, retry_backoff = false`.execute(world.db)
  const lostSessions = async () => {
    const { rows } = await sql<{
      id: string
    }>`select data->>'sessionId' as id from pgboss.job where name = 'sessions.lost'`.execute(world.db)
    return rows.map(({ id }) => id)
  }

  async function recorded({ id, therapistId }: { id: string; therapistId: string }): Promise<string> {
    const session = await buildSession(world, { clientId: id, status: 'processing' })
    await tenant.asUser(therapistId, (db) =>
      sender.enqueue(db, 'transcripts.transcribe', { sessionId: session.id, userId: therapistId }),
    )
    return session.id
  }

  /** Runs as many waiting transcriptions as asked. Returns their sessions in order. */
  async function transcribed(count: number): Promise<string[]> {
    const order: string[] = []
    const enough = Promise.withResolvers<void>()
    const worker = await workerFor(async ({ sessionId }, { signal }) => {
      order.push(sessionId)
      if (order.length < count) return
      enough.resolve()
      // Later jobs must wait, because the worker takes them until it has stopped.
      await sql`update pgboss.job set start_after = now() + interval '1 hour' where state < 'active'`.execute(world.db)
      signal.throwIfAborted()
    })
    await enough.promise
    await worker.stop()
    await sql`update pgboss.job set start_after = now() where state < 'active'`.execute(world.db)
    return order.slice(0, count)
  }

  test('the rest of a backlog takes turns with the later jobs of another organization', async () => {
    const [busy, other] = [await buildClient(world), await buildClient(world)]
    await sql`delete from pgboss.job`.execute(world.db)
    const many = [await recorded(busy), await recorded(busy), await recorded(busy)]
    expect(await transcribed(2)).toEqual(many.slice(0, 2))
    const later = [await recorded(other), await recorded(other)]
    const newest = await recorded(busy)
    expect(await transcribed(4)).toEqual([many[2], later[0], later[1], newest])
  })

  test('organizations take turns: the first job of one organization does not wait for all jobs of another', async () => {
    const [busy, quiet] = [await buildClient(world), await buildClient(world)]
    await sql`delete from pgboss.job`.execute(world.db)
    const many = [await recorded(busy), await recorded(busy), await recorded(busy)]
    const one = await recorded(quiet)
    const order: string[] = []
    const worker = await workerFor(async ({ sessionId }) => void order.push(sessionId))
    await expect.poll(() => order.length, { timeout: 10_000 }).toBe(4)
    await worker.stop()
    expect(new Set(order.slice(0, 2))).toEqual(new Set([many[0], one]))
    expect(order.slice(2)).toEqual(many.slice(1))
  })

  test('a job that waits for a retry does not place the other jobs of its organization at the end', async () => {
    const [busy, waiting] = [await buildClient(world), await buildClient(world)]
    await sql`delete from pgboss.job`.execute(world.db)
    await recorded(waiting)
    await sql`update pgboss.job set state = 'retry', priority = -29, start_after = now() + interval '1 hour'`.execute(
      world.db,
    )
    const many = [await recorded(busy), await recorded(busy), await recorded(busy)]
    const one = await recorded(waiting)
    expect(await transcribed(4)).toEqual([many[0], many[1], one, many[2]])
  })

  test('a long job waits for a worker that takes long jobs', async () => {
    const executedKinds: string[] = []
    const run = (kind: JobKind) => workerFor(async () => void executedKinds.push(kind), { kind })
    const shortWorker = await run('short')
    await tenant.asUser(userId, (db) => send(db, randomUUID()))
    await sender.check()
    expect(await waitingJobs()).toHaveLength(1)
    const longWorker = await run('long')
    await expect.poll(() => executedKinds, { timeout: 10_000 }).toEqual(['long'])
    await Promise.all([shortWorker.stop(), longWorker.stop()])
  })

  test('a worker runs as many transcriptions at the same time as its setting allows', async () => {
    const parallel = { now: 0, most: 0, done: 0 }
    const worker = await workerFor(
      async () => {
        parallel.most = Math.max(parallel.most, ++parallel.now)
        await expect.poll(() => parallel.most, { timeout: 10_000 }).toBe(3)
        parallel.now--
        parallel.done++
      },
      { transcriptions: 3 },
    )
    await tenant.asUser(userId, async (db) => {
      for (let i = 0; i < 5; i++) await send(db, randomUUID())
    })
    await expect.poll(() => parallel.done, { timeout: 15_000 }).toBe(5)
    expect(parallel.most).toBe(3)
    await worker.stop()
  })

  /** Runs a job whose tries fail until its whenLost job is sent. Returns whether each try was the last one. */
  async function triesUntilLost(errorOf: (number: number, failure: Error) => Error): Promise<boolean[]> {
    const tries: boolean[] = []
    const failure = new Error('not this time')
    const worker = await workerFor(async (_, run: JobRun) => {
      tries.push(run.isLastTry(failure))
      throw errorOf(tries.length, failure)
    })
    const sessionId = randomUUID()
    await tenant.asUser(userId, (db) => send(db, sessionId))
    await expect.poll(lostSessions, { timeout: 30_000 }).toEqual([sessionId])
    await worker.stop()
    return tries
  }

  test('a failing job is retried, recognizes its last try, and then its whenLost job is sent', async () => {
    await noPauses()
    expect(await triesUntilLost((_, failure) => failure)).toEqual([false, false, false, true])
  }, 40_000)

  test('a job that fails in an outage is retried far more often than after other errors', async () => {
    await noPauses()
    let tries = 0
    const outage = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    const worker = await workerFor(async (_, run: JobRun) => {
      expect(run.isLastTry(outage)).toBe(false)
      if (++tries <= 8) throw outage
    })
    await tenant.asUser(userId, (db) => send(db, randomUUID()))
    await expect.poll(() => tries, { timeout: 30_000 }).toBe(9)
    expect(await lostSessions()).toEqual([])
    await worker.stop()
  }, 40_000)

  test('a job that does not wait for hours recognizes its last try, also after an outage', async () => {
    await noPauses()
    // As in a queue whose limit is the number of the job's own tries.
    const { retries } = catalog['transcripts.transcribe']
    await sql`update pgboss.queue set retry_limit = ${retries} where name = 'transcripts.transcribe'`.execute(world.db)
    const outage = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    const tries = await triesUntilLost((number, failure) => (number === 1 ? outage : failure))
    expect(tries).toEqual([false, false, false, true])
  }, 40_000)

  test('after an outage, a job whose worker is killed runs again', async () => {
    await noPauses()
    let tries = 0
    const outage = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    const worker = await workerFor(async (_, run: JobRun) => {
      if (++tries <= 5) throw outage
      expect(run.isLastTry(new Error('not this time'))).toBe(false)
      // As if the worker had been killed.
      if (tries === 6)
        await sql`update pgboss.job set state = 'retry', output = '{"value": {"message": "job heartbeat timeout"}}'
          where name = 'transcripts.transcribe'`.execute(world.db)
    })
    await tenant.asUser(userId, (db) => send(db, randomUUID()))
    await expect.poll(() => tries, { timeout: 30_000 }).toBe(7)
    expect(await lostSessions()).toEqual([])
    await worker.stop()
  }, 40_000)

  test('a job of a session is retried for hours, finally every 15 minutes', async () => {
    const { rows } = await sql<{ name: string; limit: number; delay: number; most: number }>`
      select name, retry_limit as limit, retry_delay as delay, retry_delay_max as most from pgboss.queue
      where name in ('recordings.process', 'transcripts.transcribe', 'notes.draft')`.execute(world.db)
    expect(rows).toHaveLength(3)
    for (const { limit, delay, most } of rows) {
      // pg-boss waits between this time and twice as long.
      const shortest = Array.from({ length: limit }, (_, n) => Math.min(most, delay * 2 ** Math.min(16, n)))
      expect(shortest.slice(0, 5)).toEqual([2, 4, 8, 16, 32])
      expect(shortest.at(-1)).toBe(900)
      const hours = shortest.reduce((sum, seconds) => sum + seconds, 0) / 3600
      expect(hours).toBeGreaterThan(11)
      expect(hours).toBeLessThan(14)
    }
  })

  test('a job that repeatedly killed its worker does not run on another worker', async () => {
    const sessionId = randomUUID()
    await tenant.asUser(userId, (db) => send(db, sessionId))
    await sql`update pgboss.job set state = 'retry', started_on = now(), retry_count = ${catalog['transcripts.transcribe'].retries},
      output = '{"value": {"message": "job heartbeat timeout"}}' where name = 'transcripts.transcribe'`.execute(
      world.db,
    )
    const worker = await workerFor(async () => expect.unreachable('it would kill this one, too'))
    await expect.poll(lostSessions, { timeout: 15_000 }).toEqual([sessionId])
    await worker.stop()
  }, 30_000)

  test('a job is picked up immediately, and a worker takes more than one job of a backlog per poll', async () => {
    const seen: string[] = []
    const worker = await workerFor(async ({ sessionId }) => void seen.push(sessionId))
    const ids = Array.from({ length: 12 }, () => randomUUID())
    const begun = Date.now()
    for (const id of ids) await tenant.asUser(userId, (db) => send(db, id))
    await expect.poll(() => seen.length, { timeout: 15_000 }).toBe(12)
    expect(seen.toSorted()).toEqual(ids.toSorted())
    // One job per poll would take 24 seconds.
    expect(Date.now() - begun).toBeLessThan(10_000)
    await worker.stop()
  })
})

describe('worker that is killed during a job', () => {
  let child: ChildProcess | undefined
  afterEach(() => child?.kill('SIGKILL'))

  test('another worker takes over the job of a killed worker', async () => {
    const script = fileURLToPath(new URL('./hanging-worker.test-process.ts', import.meta.url))
    child = spawn(process.execPath, [script, world.urls.app_worker], { stdio: ['ignore', 'pipe', 'inherit'] })
    const lines = child.stdout ? createInterface({ input: child.stdout })[Symbol.asyncIterator]() : undefined
    expect(await lines?.next()).toMatchObject({ value: 'waiting' })
    const sessionId = randomUUID()
    await tenant.asUser(userId, (db) => send(db, sessionId))
    expect(await lines?.next()).toMatchObject({ value: 'took a job' })

    const taken: string[] = []
    const other = await workerFor(async (payload) => void taken.push(payload.sessionId))
    expect(taken).toEqual([])
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
    await expect.poll(() => taken, { timeout: 45_000, interval: 200 }).toEqual([sessionId])
    await other.stop()
  }, 60_000)
})
