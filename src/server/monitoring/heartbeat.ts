import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type pg from 'pg'
import type { Config } from '#server/config.ts'
import { version } from '#server/version.ts'
import type { EngineStates } from './engine-states.ts'
import { endProcess, reportProcess } from './store.ts'

const everyMs = 15_000

export interface Heartbeat {
  /** Removes the process from the status page. */
  stop: () => Promise<void>
}

/**
 * Reports this process to the status page every 15 seconds. A failed report is not repeated. If no report arrives for a
 * minute, the page says that the process does not respond.
 */
export function startHeartbeat(
  pool: pg.Pool,
  { ROLES: roles, WORKER_JOBS: workerJobs }: Pick<Config, 'ROLES' | 'WORKER_JOBS'>,
  readEngines: () => EngineStates,
): Heartbeat {
  const id = randomUUID()
  let reporting: Promise<void> | undefined
  const report = () => {
    reporting ??= reportProcess(pool, {
      id,
      host: hostname(),
      pid: process.pid,
      roles: [...roles].toSorted(),
      workerJobs: roles.includes('worker') ? workerJobs : null,
      version,
      memory: process.memoryUsage.rss(),
      engines: readEngines(),
    })
      .catch(() => undefined)
      .finally(() => (reporting = undefined))
  }
  report()
  const timer = setInterval(report, everyMs).unref()
  return {
    async stop() {
      clearInterval(timer)
      await reporting
      await endProcess(pool, id).catch(() => undefined)
    },
  }
}
