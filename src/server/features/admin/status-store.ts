import { sql } from 'kysely'
import type { Db } from '#server/db/tenant.ts'

export interface BackupRow {
  at: Date
  failure: string | null
  size: number | null
  files: number | null
  lostFiles: number | null
}

/** Finds the newest complete backup, or the newest failed backup. */
export async function findLastBackup(db: Db, outcome: 'complete' | 'failed'): Promise<BackupRow | undefined> {
  return db
    .selectFrom('backups')
    .where('failure', outcome === 'complete' ? 'is' : 'is not', null)
    .select(['finished_at as at', 'failure', 'size', 'file_count as files', 'lost_file_count as lostFiles'])
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Finds the state of the archive of the write-ahead log. Undefined if the database has no such archive. */
export async function findWalArchive(db: Db) {
  const { rows } = await sql<{ archivedAt: Date | null; failure: string | null; isFailing: boolean }>`
    select archived_at as "archivedAt", failure, is_failing as "isFailing" from app.wal_archive_state()`.execute(db)
  return rows[0]
}

/** Lists the processes, oldest first. Ages are computed with the database's clock, which also dates the heartbeats. */
export async function listProcesses(db: Db) {
  return await db
    .selectFrom('processes')
    .select([
      'host',
      'roles',
      'worker_jobs as workerJobs',
      'version',
      'began_at as beganAt',
      sql<number>`extract(epoch from now() - heartbeat_at)::float8`.as('heartbeatSeconds'),
      'memory',
      'engines',
    ])
    .orderBy('began_at')
    .orderBy('id')
    .execute()
}

export async function countFailed(db: Db): Promise<{ total: number; latestAt: Date | null }> {
  const { rows } = await sql<{ total: number; latestAt: Date | null }>`
    select count(*)::int as total, max(failed_at) as "latestAt" from app.failed_sessions()`.execute(db)
  return rows[0] ?? { total: 0, latestAt: null }
}

/** Lists the id endings of sessions that failed within the last hour, including sessions that would fail again. */
export async function listRecentFailures(db: Db): Promise<string[]> {
  const { rows } = await sql<{ ending: string }>`
    select right(s.id::text, 8) as ending from sessions s join session_progress p on p.session_id = s.id
    where s.status = 'failed' and p.stage = 'failed' and p.updated_at > now() - interval '1 hour'`.execute(db)
  return rows.map(({ ending }) => ending)
}

interface QueueRow {
  running: number
  waiting: number
  oldestSeconds: number
  mails: number
  oldestMailSeconds: number
  nextMailAt: Date | null
}

/** Counts the jobs that wait or run, and the mail jobs among them. */
export async function countJobs(db: Db, mailJobs: readonly string[]): Promise<QueueRow | undefined> {
  const names = sql.val([...mailJobs])
  const age = sql`coalesce(extract(epoch from now() - min(created_on) filter`
  const { rows } = await sql<QueueRow>`
    select count(*) filter (where state = 'active')::int as running, count(*) filter (where state < 'active')::int as waiting,
      ${age} (where state < 'active' and start_after <= now())), 0)::float8 as "oldestSeconds",
      count(*) filter (where state < 'active' and name = any (${names}::text[]))::int as mails,
      ${age} (where state < 'active' and name = any (${names}::text[]))), 0)::float8 as "oldestMailSeconds",
      min(start_after) filter (where state = 'retry' and name = any (${names}::text[])) as "nextMailAt"
    from pgboss.job where state <= 'active'`.execute(db)
  return rows[0]
}

export interface UnfinishedRow {
  ending: string
  organization: string | null
  job: string
  isRunning: boolean
  since: Date
  place: number | null
  nextTryAt: Date | null
  total: number
}

/**
 * Lists sessions with one of these jobs, oldest job first, at most `limit`. Reads only session ids from the payloads.
 */
export async function listUnfinished(db: Db, jobs: readonly string[], limit: number): Promise<UnfinishedRow[]> {
  const { rows } = await sql<UnfinishedRow>`
    select right(s.id::text, 8) as ending, o.name as organization, j.name as job, j.state = 'active' as "isRunning",
      j.created_on as since, case when j.state < 'active' and not j.is_later then j.place end::int as place,
      case when j.state = 'retry' and j.is_later then j.start_after end as "nextTryAt", (count(*) over ())::int as total
    from (select *, start_after > now() as is_later,
        row_number() over (partition by name, state < 'active' and start_after <= now() order by created_on, id) as place
      from pgboss.job where state <= 'active' and name = any (${sql.val([...jobs])}::text[])) j
    join sessions s on s.id = (j.data->>'sessionId')::uuid
    left join organizations o on o.id = s.organization_id
    order by j.created_on, j.id limit ${limit}`.execute(db)
  return rows
}

/** Counts the open connections of the database server. `limit` is the number that the server allows. */
export async function readConnections(db: Db): Promise<{ connections: number; limit: number }> {
  const { rows } = await sql<{ connections: number; limit: number }>`
    select (select count(*)::int from pg_stat_activity where datid is not null) as connections,
      current_setting('max_connections')::int as limit`.execute(db)
  return rows[0] ?? { connections: 0, limit: 0 }
}
