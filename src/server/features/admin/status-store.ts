import type { Db } from '#server/db/tenant.ts'

export interface BackupRow {
  at: Date
  failure: string | null
  size: number | null
  files: number | null
  lostFiles: number | null
}

/** The newest complete backup, or the newest failed one. */
export async function findLastBackup(db: Db, outcome: 'complete' | 'failed'): Promise<BackupRow | undefined> {
  return db
    .selectFrom('backups')
    .where('failure', outcome === 'complete' ? 'is' : 'is not', null)
    .select(['finished_at as at', 'failure', 'size', 'file_count as files', 'lost_file_count as lostFiles'])
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}
