import type pg from 'pg'

/** How far the write-ahead log is archived. */
export interface WalArchive {
  /** Time at which all finished WAL files were last in the archive. Null before the first time. */
  archivedAt: Date | null
  /** Failed attempts since the installation or since PostgreSQL's counters were reset. */
  failures: number
  /** Why the last attempt failed. Null if it succeeded, or if only PostgreSQL's log has the reason. */
  failure: string | null
  /** True if the last attempt failed, or if a file is overdue. */
  isFailing: boolean
}

interface Row {
  archived_at: Date | null
  failures: number
  failure: string | null
  is_failing: boolean
}

/** Null if the database does not archive. */
export async function readWalArchive(client: Pick<pg.ClientBase | pg.Pool, 'query'>): Promise<WalArchive | null> {
  const { rows } = await client.query<Row>('select * from app.wal_archive_state()')
  const [row] = rows
  if (!row) return null
  return {
    archivedAt: row.archived_at,
    failures: row.failures,
    failure: row.failure,
    isFailing: row.is_failing,
  }
}
