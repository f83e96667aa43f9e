import type { Config } from '#server/config.ts'
import type { RoleUrls } from '#server/db/roles.ts'
import type { Files } from '#server/providers/files/port.ts'
import { withClient } from '#server/postgres/connection.ts'
import { ensureWritable } from '#server/writable-folder.ts'
import { type Backup, createBackup } from './create-backup.ts'
import { BackupRunning } from './lock.ts'
import { isBucket, openPlace } from './place.ts'

export interface BackupRun {
  urls: RoleUrls
  /** The file store of the installation. */
  files: Files
  clock: () => Date
  /** A folder or the address of a bucket; BACKUP_TO by default. */
  address?: string | undefined
  signal?: AbortSignal
}

/**
 * Makes a backup and records it for the admin panel, also if it fails.
 * @throws BackupRunning, which is not recorded; StartFailure if the folder is not writable; or the error of the backup
 */
export async function runBackup(config: Config, { urls, files, clock, address, signal }: BackupRun): Promise<Backup> {
  const startedAt = clock()
  try {
    const place = openPlace(config, address)
    if (!isBucket(place.address)) ensureWritable(place.address, 'BACKUP_TO')
    const options = { files, place, urls, retainedBackups: config.BACKUP_KEEP, now: startedAt }
    const backup = await createBackup(signal ? { ...options, signal } : options)
    const { rows, lost, size } = backup
    await record(urls.app_owner, [startedAt, clock(), null, rows, backup.files, lost.length, size])
    return backup
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error)
    if (!(error instanceof BackupRunning))
      await record(urls.app_owner, [startedAt, clock(), failure, null, null, null, null]).catch(
        (unrecorded: unknown) => {
          throw new AggregateError([error, unrecorded], failure, { cause: error })
        },
      )
    throw error
  }
}

async function record(ownerUrl: string, values: readonly unknown[]): Promise<void> {
  await withClient(ownerUrl, (owner) =>
    owner.query(
      `insert into backups (began_at, finished_at, failure, row_count, file_count, lost_file_count, size)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [...values],
    ),
  )
}
