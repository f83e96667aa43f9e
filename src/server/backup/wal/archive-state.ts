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

/**
 * Returns a function that runs the work of a part of the archive (`log` or `copy`) and records its outcome. The archive counts as
 * failing until the last run of each part has succeeded.
 */
export function createOutcomeRecorder(ownerUrl: string, stopping: AbortSignal) {
  const failed = new Set<'log' | 'copy'>()
  /** True once the success is recorded. False at first, because an earlier process may have recorded a failure. */
  let isRecorded = false
  return async (part: 'log' | 'copy', work: () => Promise<void>): Promise<void> => {
    try {
      stopping.throwIfAborted()
      await work()
      failed.delete(part)
      if (isRecorded || failed.size > 0) return
      await recordSuccess(ownerUrl)
      isRecorded = true
    } catch (error) {
      failed.add(part)
      isRecorded = false
      // If the database does not respond, only the next run's outcome is recorded.
      if (!stopping.aborted) await recordFailure(ownerUrl, error).catch(() => undefined)
      throw error
    }
  }
}

async function recordSuccess(ownerUrl: string): Promise<void> {
  await save(
    ownerUrl,
    'insert into wal_archive default values on conflict (only_one) do update set failure = null where wal_archive.failure is not null',
  )
}

async function recordFailure(ownerUrl: string, error: unknown): Promise<void> {
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
