import { CompiledQuery, sql } from 'kysely'
import type { Logger } from 'pino'
import { type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss'
import { connections } from '#server/postgres/connection-budget.ts'
import { connectionTo } from '#server/postgres/connection.ts'
import type { Db } from '#server/db/tenant.ts'
import { withTrace, traceFields } from '#server/monitoring/request-trace.ts'
import type { Tracing } from '#server/monitoring/tracing.ts'
import { WatchedClient } from '#server/postgres/watched-client.ts'
import { catalog, jobNames, type JobName, type Payload } from './catalog.ts'
import { isTransient } from './is-transient.ts'
import { queueError } from './queue-error.ts'

/** The queue's own statements are short. A hanging one would keep a worker from fetching jobs. */
const statementMs = 8000

/** Enqueues jobs in the caller's transaction: without a commit there is no job. */
export interface Jobs {
  enqueue<N extends JobName>(db: Db, name: N, payload: Payload<N>): Promise<void>
  /** True if a job with these ids is waiting, running or will be retried. */
  isUnderway<N extends JobName>(db: Db, name: N, ids: Partial<Payload<N>>): Promise<boolean>
  /** True if a job of this name waits for a worker. */
  isWaiting(db: Db, name: JobName): Promise<boolean>
}

/** A run as seen by its handler. */
export interface JobRun {
  /** Aborts when the job must stop: the worker is shutting down, or another worker has the job. */
  signal: AbortSignal
  /** True if no retry follows when this run fails with this error. */
  isLastTry: (error: unknown) => boolean
}

export type JobHandler<N extends JobName> = (payload: Payload<N>, run: JobRun) => Promise<void>
export type JobHandlers = { [N in JobName]: JobHandler<N> }

/** Which jobs a worker takes. */
export type JobKind = 'all' | 'long' | 'short'

export interface WorkOptions {
  /** Every kind by default. */
  kind?: JobKind
  /** Number of transcriptions that run at the same time; one by default. */
  transcriptions?: number
}

export interface Queue extends Jobs {
  /** Starts processing with these handlers. The type requires exactly one per catalog name. */
  work(handlers: JobHandlers, options?: WorkOptions): Promise<void>
  /** @throws if the queue cannot be read */
  check(): Promise<void>
  /** Waits a while for running jobs, then releases them to other workers. */
  stop(): Promise<void>
}

/** A job as it is stored: its payload, the request that enqueued it, and the number of tries that an outage ended. */
type Stored<N extends JobName> = Payload<N> & ReturnType<typeof traceFields> & { outages?: number }
type Job<N extends JobName> = JobWithMetadata<Stored<N>>

/** Runs a job. The status `deadletter` ends it without another retry and sends its `whenLost` job. */
async function runJob<N extends JobName>(
  job: Job<N>,
  retries: number,
  handle: JobHandler<N>,
  countOutage: (outages: number) => Promise<unknown>,
  log: Logger,
): Promise<JobResult> {
  const { outages = 0 } = job.data
  const ownTries = job.retryCount - outages
  const isLastTry = (error: unknown) => job.retryCount >= job.retryLimit || (!isTransient(error) && ownTries >= retries)
  // The job may kill its worker every time, so it gets fewer tries than a job that waits for the end of an outage.
  if (ownTries > retries && wasLost(job)) return { id: job.id, status: 'deadletter' }
  try {
    await handle(job.data, { signal: job.signal, isLastTry })
    return { id: job.id, status: 'completed' }
  } catch (error) {
    const isOver = !job.signal.aborted && isLastTry(error)
    log[isOver ? 'error' : 'warn']({ err: error, job: job.name, id: job.id, attempt: job.retryCount }, 'a job failed')
    if (!isOver && isTransient(error))
      await countOutage(outages + 1).catch((reason: unknown) => log.warn({ err: reason }, 'an outage was not counted'))
    return { id: job.id, status: isOver ? 'deadletter' : 'failed' }
  }
}

/** Runs a job as part of the request that enqueued it, with a span if traces are sent. */
async function asRequest(
  name: JobName,
  id: string | undefined,
  tracing: Tracing | undefined,
  work: () => Promise<JobResult>,
): Promise<JobResult> {
  const span = tracing?.beginJob(name)
  const result = await withTrace({ id, span }, work)
  const requestId = id === undefined ? {} : { 'attend.request_id': id }
  span?.end({ hasFailed: result.status !== 'completed', facts: { 'attend.job': name, ...requestId } })
  return result
}

/** True if the last run ended without a heartbeat from its worker. */
function wasLost({ output }: { output: unknown }): boolean {
  return JSON.stringify(output ?? null).includes('heartbeat timeout')
}

/** The group of a session: its organization or, without an organization, its therapist. */
async function groupOf(db: Db, sessionId: string): Promise<string | undefined> {
  const session = await db
    .selectFrom('sessions')
    .where('id', '=', sessionId)
    .select(['organization_id', 'therapist_id'])
    .executeTakeFirst()
  return session && (session.organization_id ?? session.therapist_id)
}

/**
 * The priority of a new job, so that groups take turns: one less than that of the last waiting job of its group, and at
 * most that of the next job to run. Only ready jobs count for the latter, because a job may wait hours for a retry. Such
 * a job would also place its group behind all others, so the difference to the next job to run is at most the number of
 * waiting jobs of the group.
 */
async function priorityFor(db: Db, name: JobName, group: string): Promise<number> {
  const { rows } = await sql<{ priority: number }>`
    select coalesce(greatest(least(next_ready, last_of_group - 1), next_ready - group_count), 0) as priority
    from (select max(priority) filter (where start_after <= now()) as next_ready,
        min(priority) filter (where group_id = ${group}) as last_of_group,
        (count(*) filter (where group_id = ${group}))::integer as group_count
      from pgboss.job where name = ${name} and state < 'active') waiting`.execute(db)
  return rows[0]?.priority ?? 0
}

/** Opens the queue as one of the application roles. Only workers supervise it. */
export async function openQueue(
  url: string,
  log: Logger,
  options: { worker: boolean; tracing?: Tracing | undefined },
): Promise<Queue> {
  const connection = { ...connectionTo(url, statementMs), Client: WatchedClient }
  const boss = new PgBoss({
    ...connection,
    notifyHeartbeatIntervalMs: 3000,
    notifyHeartbeatTimeoutMs: 3000,
    max: connections[options.worker ? 'worker' : 'web'].queue,
    migrate: false,
    createSchema: false,
    supervise: options.worker,
    schedule: options.worker,
    useListenNotify: options.worker,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    maintenanceIntervalSeconds: 300,
    reindex: false,
  })
  boss.on('error', (error) => log.warn({ err: queueError(error) }, 'the queue reported an error'))
  await boss.start()

  /** In the data of the job, because a lost worker overwrites the output. */
  const countOutages = (name: JobName, id: string, outages: number) =>
    boss
      .getDb()
      .executeSql(
        `update pgboss.job set data = data || jsonb_build_object('outages', $3::integer) where name = $1 and id = $2`,
        [name, id, outages],
      )

  const workers = new Map<JobName, string[]>()
  async function workOn<N extends JobName>(
    name: N,
    handle: JobHandler<N>,
    concurrency: number = catalog[name].concurrency,
  ) {
    const definition = catalog[name]
    const settings = {
      includeMetadata: true,
      perJobResults: true,
      localConcurrency: concurrency,
      ...('perOrganization' in definition && { localGroupConcurrency: definition.perOrganization }),
      pollingIntervalSeconds: 2,
      notifyPollingIntervalSeconds: 5,
    } as const
    const worker = await boss.work<Stored<N>, void, typeof settings>(name, settings, async (jobs) => {
      // Wakes the workers, because a worker pauses after a job even with a backlog.
      setImmediate(() => workers.get(name)?.forEach((id) => boss.notifyWorker(id)))
      const run = (job: Job<N>) =>
        runJob(job, catalog[name].retries, handle, (outages) => countOutages(name, job.id, outages), log)
      return await Promise.all(jobs.map((job) => asRequest(name, job.data.requestId, options.tracing, () => run(job))))
    })
    workers.set(name, [...(workers.get(name) ?? []), worker])
  }

  return {
    async enqueue(db, name, payload) {
      const data = catalog[name].payload.parse(payload)
      const group = 'isFair' in catalog[name] && 'sessionId' in data ? await groupOf(db, data.sessionId) : undefined
      await boss.send(
        name,
        { ...data, ...traceFields() },
        {
          ...(group !== undefined && { group: { id: group }, priority: await priorityFor(db, name, group) }),
          db: {
            executeSql: async (text, values) => ({
              rows: (await db.executeQuery(CompiledQuery.raw(text, values ?? []))).rows,
            }),
          },
        },
      )
    },
    async isUnderway(db, name, ids) {
      const { rows } = await sql<{ found: boolean }>`
        select exists (select from pgboss.job where name = ${name} and state < 'completed' and data @> ${JSON.stringify(ids)}::jsonb) as found`.execute(
        db,
      )
      return rows[0]?.found ?? false
    },
    async isWaiting(db, name) {
      const { rows } = await sql<{ found: boolean }>`select exists (select from pgboss.job
        where name = ${name} and state < 'active' and start_after <= now() and not blocked) as found`.execute(db)
      return rows[0]?.found ?? false
    },
    async work(handlers, { kind = 'all', transcriptions } = {}) {
      // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- N ties the handler to the payload of the name
      const begin = <N extends JobName>(name: N) =>
        workOn(name, handlers[name], name === 'transcripts.transcribe' ? transcriptions : undefined)
      for (const name of jobNames) {
        const definition = catalog[name]
        if ('cron' in definition) await boss.schedule(name, definition.cron, {}, { tz: 'UTC' })
        if (kind === 'all' || (kind === 'long') === 'isLong' in definition) await begin(name)
      }
    },
    async check() {
      await boss.getQueues()
    },
    stop: () => boss.stop({ graceful: true, timeout: 10_000 }),
  }
}
