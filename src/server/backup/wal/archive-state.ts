import { withClient } from '#server/postgres/connection.ts'

const maxReason = 500

/** Records that all finished WAL files are in the archive. */
export async function recordArchived(ownerUrl: string, at: Date): Promise<void> {
  await save(
    ownerUrl,
    `insert into wal_archive (archived_at) values ($1) on conflict (only_one) do update set archived_at = excluded.archived_at`,
    [at],
  )
}

/** Records that the last run did what it had to do. */
export async function recordSuccess(ownerUrl: string): Promise<void> {
  await save(
    ownerUrl,
    'insert into wal_archive default values on conflict (only_one) do update set failure = null where wal_archive.failure is not null',
  )
}

/** Records why the last run failed. */
export async function recordFailure(ownerUrl: string, error: unknown): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error)
  await save(
    ownerUrl,
    `insert into wal_archive (failures, failure) values (1, $1)
     on conflict (only_one) do update set failures = wal_archive.failures + 1, failure = excluded.failure`,
    [reason.slice(0, maxReason)],
  )
}

async function save(ownerUrl: string, statement: string, values: unknown[] = []): Promise<void> {
  await withClient(ownerUrl, (owner) => owner.query(statement, values))
}
