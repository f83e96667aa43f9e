import type pg from 'pg'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { version } from '#server/version.ts'
import type { EngineRun } from './measure-engines.ts'
import type { Figures } from './figures.ts'

/** The figures of one process for Prometheus. Labels are constants of the code: no ids, names or addresses. */
export interface Metrics {
  /** `seconds` is null for event streams, which last as long as a page is open. */
  countRequest(request: { method: string; route: string; status: number; seconds: number | null }): void
  countEngineRun(run: EngineRun): void
  /** Adds the connections of a pool to the figures. */
  watchPool(name: string, pool: pg.Pool): void
  /** All figures as text. Leaves out figures that could not be read; `attend_figures_missing` names their part. */
  text(figures: Figures): Promise<string>
  readonly contentType: string
  /** Names of all metrics, without the suffixes of histograms. */
  names(): string[]
}

/** HTTP methods of the product. All other methods share a label. */
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])

const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const engineBuckets = [0.5, 1, 5, 15, 60, 300, 900, 3600]

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const gauge = <L extends string = never>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Gauge<L>({ name, help, labelNames, registers })

  gauge('attend_build_info', 'The version of Attend, as a label.', ['version']).set({ version }, 1)
  const requests = new Counter({
    name: 'attend_http_requests_total',
    help: 'Responses by route pattern and status. 499: the client disconnected before the response.',
    labelNames: ['method', 'route', 'status'] as const,
    registers,
  })
  const durations = new Histogram({
    name: 'attend_http_request_duration_seconds',
    help: 'Time from a request to the end of its response, without event streams.',
    labelNames: ['method', 'route'] as const,
    buckets: requestBuckets,
    registers,
  })
  const engineRuns = new Histogram({
    name: 'attend_engine_run_seconds',
    help: 'Time that speech engines and language models worked.',
    labelNames: ['engine', 'outcome'] as const,
    buckets: engineBuckets,
    registers,
  })
  const connections = gauge('attend_database_connections', 'Connections of a pool.', ['pool', 'state'])
  const waiting = gauge('attend_database_waiting', 'Requests or jobs that wait for a connection of a pool.', ['pool'])
  const jobs = gauge('attend_queue_jobs', 'Jobs that wait or run. A job that waits for its next try waits.', [
    'queue',
    'state',
  ])
  const oldest = gauge('attend_queue_oldest_seconds', 'Age of the oldest waiting job; 0 without one.', ['queue'])
  const sessions = gauge('attend_sessions_waiting', 'Sessions that wait for a speech engine.')
  const failed = gauge('attend_sessions_failed', 'Sessions that failed and may succeed when run again.')
  const backup = gauge('attend_last_backup_timestamp_seconds', 'When the last backup was completed; 0 without one.')
  const archived = gauge(
    'attend_wal_archived_timestamp_seconds',
    'When the write-ahead log was last archived; 0 if never. Absent if it is not archived.',
  )
  const archiveFailures = gauge('attend_wal_archive_failures', 'Failed attempts to archive the write-ahead log.')
  const archiveFailing = gauge(
    'attend_wal_archive_failing',
    '1 if the last attempt to archive the write-ahead log failed, or if a file is overdue.',
  )
  const diskFree = gauge('attend_disk_free_bytes', 'Free space of the disk of DATA_DIR.')
  const diskSize = gauge('attend_disk_size_bytes', 'Size of the disk of DATA_DIR.')
  const missing = gauge('attend_figures_missing', '1 if the figures of a part could not be read in time.', ['part'])

  const pools = new Map<string, pg.Pool>()

  return {
    contentType: registry.contentType,
    countRequest({ method: given, route, status, seconds }) {
      const method = methods.has(given) ? given : 'other'
      requests.inc({ method, route, status: String(status) })
      if (seconds !== null) durations.observe({ method, route }, seconds)
    },
    countEngineRun({ engine, outcome, seconds }) {
      engineRuns.observe({ engine, outcome }, seconds)
    },
    watchPool(name, pool) {
      pools.set(name, pool)
    },
    async text({ database, disk }) {
      for (const [pool, { totalCount, idleCount, waitingCount }] of pools) {
        connections.set({ pool, state: 'used' }, totalCount - idleCount)
        connections.set({ pool, state: 'idle' }, idleCount)
        waiting.set({ pool }, waitingCount)
      }
      // Old figures would hide an outage.
      for (const part of [jobs, oldest]) part.reset()
      for (const part of [sessions, failed, backup, archived, archiveFailures, archiveFailing, diskFree, diskSize])
        part.remove()
      for (const { queue, waits, runs, oldestSeconds } of database?.queues ?? []) {
        jobs.set({ queue, state: 'waiting' }, waits)
        jobs.set({ queue, state: 'running' }, runs)
        oldest.set({ queue }, oldestSeconds)
      }
      if (database) {
        sessions.set(database.waitingSessions)
        failed.set(database.failedSessions)
        backup.set((database.lastBackupAt?.getTime() ?? 0) / 1000)
      }
      if (database?.walArchive) {
        const { archivedAt, failures, isFailing } = database.walArchive
        archived.set((archivedAt?.getTime() ?? 0) / 1000)
        archiveFailures.set(failures)
        archiveFailing.set(Number(isFailing))
      }
      if (disk) {
        diskFree.set(disk.free)
        diskSize.set(disk.size)
      }
      missing.set({ part: 'database' }, database ? 0 : 1)
      missing.set({ part: 'disk' }, disk ? 0 : 1)
      return await registry.metrics()
    },
    names: () => registry.getMetricsAsArray().map(({ name }) => name),
  }
}
