import type pg from 'pg'
import type { Config } from '#server/config.ts'
import type { EngineStates } from './engine-states.ts'
import type { DatabaseFigures, QueueFigures } from './figures.ts'
import { readWalArchive } from './wal-archive.ts'

interface InstallationRow {
  waiting_sessions: number
  failed_sessions: number
  last_backup_at: Date | null
}

/** Counts of all organizations together. */
export async function readDatabaseFigures(pool: pg.Pool, queues: readonly string[]): Promise<DatabaseFigures> {
  const installation = await pool.query<InstallationRow>('select * from app.installation_figures()')
  const jobs = await pool.query<QueueFigures>(
    `select name as queue, count(*) filter (where state < 'active')::int as waits,
       count(*) filter (where state = 'active')::int as runs,
       coalesce(extract(epoch from now() - min(created_on) filter (where state < 'active')), 0)::float8 as "oldestSeconds"
     from pgboss.job where state <= 'active' and name = any ($1) group by name`,
    [queues],
  )
  const found = new Map(jobs.rows.map((row) => [row.queue, row]))
  const [counts] = installation.rows
  return {
    queues: queues.map((queue) => found.get(queue) ?? { queue, waits: 0, runs: 0, oldestSeconds: 0 }),
    waitingSessions: counts?.waiting_sessions ?? 0,
    failedSessions: counts?.failed_sessions ?? 0,
    lastBackupAt: counts?.last_backup_at ?? null,
    walArchive: await readWalArchive(pool),
  }
}

export interface ReportedProcess {
  id: string
  host: string
  pid: number
  roles: readonly string[]
  /** Null for a process that is not a worker. */
  workerJobs: Config['WORKER_JOBS'] | null
  version: string
  /** In bytes. */
  memory: number
  engines: EngineStates
}

/** Saves the heartbeat of a process. */
export async function reportProcess(pool: pg.Pool, reported: ReportedProcess): Promise<void> {
  const { id, host, pid, roles, workerJobs, version, memory, engines } = reported
  await pool.query('select app.report_process($1, $2, $3, $4, $5, $6, $7, $8)', [
    id,
    host,
    pid,
    roles,
    version,
    memory,
    JSON.stringify(engines),
    workerJobs,
  ])
}

/** Removes a process that was stopped. */
export async function endProcess(pool: pg.Pool, id: string): Promise<void> {
  await pool.query('select app.end_process($1)', [id])
}
