import { sql } from 'kysely'
import type { Services } from '#server/context.ts'
import { createPool } from '#server/postgres/connection.ts'
import { Tenant } from '#server/db/tenant.ts'
import { openQueue } from '#server/jobs/queue.ts'
import { createWorld, type World, type WorldOptions } from './world.ts'

/** The services of a worker that does not poll for jobs: tests run the handlers. */
export async function openWorkerServices(world: World): Promise<{ services: Services; close(): Promise<void> }> {
  const { providers, config, urls } = world
  const pool = createPool(urls.app_worker, { max: 4, pipeline: true })
  const jobs = await openQueue(urls.app_worker, providers.log, { worker: false })
  const payments = await providers.openPayments(urls.app_payments)
  return {
    services: { config, tenant: new Tenant(pool), jobs, payments, ...providers },
    async close() {
      await jobs.stop()
      await Promise.all([pool.end(), payments.close()])
    },
  }
}

/** A world, and the services of a worker that does not poll for jobs. */
export async function createWorkerWorld(options?: WorldOptions) {
  const world = await createWorld(options)
  const worker = await openWorkerServices(world)
  return {
    world,
    services: worker.services,
    close: async () => {
      await worker.close()
      await world.close()
    },
  }
}

/** Changes of a test to one run of a job. */
export type RunChanges = Partial<Services> & { isLastTry?: boolean; signal?: AbortSignal }

export interface QueuedJob {
  name: string
  data: Record<string, string>
  state: string
}

/** The jobs of a session in any state, oldest first. */
export async function jobsOf(world: World, sessionId: string): Promise<QueuedJob[]> {
  const { rows } = await sql<QueuedJob>`
    select name, data, state::text from pgboss.job where data->>'sessionId' = ${sessionId} order by created_on`.execute(
    world.db,
  )
  return rows
}

/** Deletes the jobs of a session, as if their worker had been killed at the last try. */
export async function loseJobs(world: World, sessionId: string): Promise<void> {
  await sql`delete from pgboss.job where data->>'sessionId' = ${sessionId}`.execute(world.db)
}
