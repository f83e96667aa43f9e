import { CompiledQuery, sql } from 'kysely'
import type { Logger } from 'pino'
import { PgBoss } from 'pg-boss'
import type { Db } from '#server/db/tenant.ts'
import { catalog, jobNames, type JobName, type Payload } from './catalog.ts'

/** Hands work to the workers, in the caller's own transaction: no commit, no job. */
export interface Jobs {
  enqueue<N extends JobName>(db: Db, name: N, payload: Payload<N>): Promise<void>
  /** Whether a job with these ids waits, runs, or is to be tried again. */
  isUnderway<N extends JobName>(db: Db, name: N, ids: Partial<Payload<N>>): Promise<boolean>
}

/** What a handler learns about this run of its job. */
export interface JobRun {
  /** Aborts when the job has to stop: the worker shuts down or the job was given to another. */
  signal: AbortSignal
  /** Whether another try follows when this one fails. */
  isLastTry: boolean
}

export type JobHandler<N extends JobName> = (payload: Payload<N>, run: JobRun) => Promise<void>
export type JobHandlers = { [N in JobName]: JobHandler<N> }

export interface Queue extends Jobs {
  /** Takes jobs with these handlers. Every catalog name has exactly one: the type demands it. */
  work(handlers: JobHandlers): Promise<void>
  /** Lets running jobs end for a while, then gives them up for another worker. */
  stop(): Promise<void>
}

/** The queue as one of the application roles. Only a worker supervises it. */
export async function openQueue(url: string, log: Logger, options: { worker: boolean }): Promise<Queue> {
  const boss = new PgBoss({
    connectionString: url,
    max: options.worker ? 8 : 2,
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
  boss.on('error', (error) => log.warn({ err: error }, 'the queue reported an error'))
  await boss.start()

  const workers = new Map<JobName, string[]>()
  async function workOn<N extends JobName>(name: N, handle: JobHandler<N>) {
    const settings = {
      includeMetadata: true,
      localConcurrency: catalog[name].concurrency,
      pollingIntervalSeconds: 2,
      notifyPollingIntervalSeconds: 5,
    } as const
    const worker = await boss.work<Payload<N>, void, typeof settings>(name, settings, async (jobs) => {
      // A worker sleeps after a job even with a backlog: it is asked to look again.
      setImmediate(() => workers.get(name)?.forEach((id) => boss.notifyWorker(id)))
      for (const job of jobs) {
        const isLastTry = job.retryCount >= job.retryLimit
        try {
          await handle(job.data, { signal: job.signal, isLastTry })
        } catch (error) {
          log[isLastTry ? 'error' : 'warn'](
            { err: error, job: name, id: job.id, attempt: job.retryCount },
            'a job failed',
          )
          throw error
        }
      }
    })
    workers.set(name, [...(workers.get(name) ?? []), worker])
  }

  return {
    async enqueue(db, name, payload) {
      await boss.send(name, catalog[name].payload.parse(payload), {
        db: {
          executeSql: async (text, values) => ({
            rows: (await db.executeQuery(CompiledQuery.raw(text, values ?? []))).rows,
          }),
        },
      })
    },
    async isUnderway(db, name, ids) {
      const { rows } = await sql<{ found: boolean }>`
        select exists (select from pgboss.job where name = ${name} and state < 'completed' and data @> ${JSON.stringify(ids)}::jsonb) as found`.execute(
        db,
      )
      return rows[0]?.found ?? false
    },
    async work(handlers) {
      // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it ties the handler to its name's payload
      const begin = <N extends JobName>(name: N) => workOn(name, handlers[name])
      for (const name of jobNames) {
        const definition = catalog[name]
        if ('cron' in definition) await boss.schedule(name, definition.cron, {}, { tz: 'UTC' })
        await begin(name)
      }
    },
    stop: () => boss.stop({ graceful: true, timeout: 10_000 }),
  }
}
