import { setTimeout as sleep } from 'node:timers/promises'
import type { RoleUrls } from '#server/db/roles.ts'
import type { Files } from '#server/providers/files/port.ts'
import { withClient } from '#server/postgres/connection.ts'
import { version } from '#server/version.ts'
import { type DumpedDatabase, dumpDatabase } from './database-file.ts'
import { type FilePool, openPool } from './file-pool.ts'
import { withBackupLock } from './lock.ts'
import type { BackedUpFile, Manifest } from './manifest.ts'
import { type BackupPlace, idOf, manifestName } from './place.ts'
import { prune } from './prune.ts'
import { readStoredNames } from './stored-names.ts'

export interface BackupOptions {
  /** The file store of the installation. */
  files: Files
  place: BackupPlace
  urls: Pick<RoleUrls, 'app_backup'>
  /** Number of retained backups, including the new one. */
  retainedBackups: number
  now: Date
  signal?: AbortSignal
}

export interface Backup {
  id: string
  rows: number
  files: number
  /** Bytes of the database file and of all files, also of those that an earlier backup copied. */
  size: number
  /** Files that rows refer to and that are missing in the store. */
  lost: string[]
  /** Ids of earlier backups whose manifest cannot be read. */
  damaged: string[]
}

/** Number of snapshots to try. A snapshot fails if one of its files is deleted before it is copied. */
const maxSnapshots = 5

/**
 * Backs up database and files while Attend runs. Copies the files, then the database, then the files that were added meanwhile, so
 * that the backup has every file that its rows refer to (decision 0069). The manifest is written last.
 * @throws BackupRunning, StartFailure, or the error of the place
 */
export async function createBackup(options: BackupOptions): Promise<Backup> {
  const { files, place, urls, retainedBackups, now, signal = new AbortController().signal } = options
  return withBackupLock(urls.app_backup, async () => {
    const id = idOf(now)
    const pool = await openPool(place, signal)
    // Most files are copied before the snapshot, so that few can be deleted after it.
    await pool.copy(files, await currentNames(urls.app_backup))
    const { database, copied, lost } = await snapshot(options, id, pool)
    const { storedNames: _, ...parts } = database
    const manifest: Manifest = { format: 1, madeAt: now.toISOString(), version, ...parts, files: copied, lost }
    await place.files.put(manifestName(place.root, id), once(Buffer.from(JSON.stringify(manifest))))
    const damaged = await prune(place, retainedBackups)
    const size = copied.reduce((sum, file) => sum + file.size, database.databaseSize)
    const rows = database.tables.reduce((sum, table) => sum + table.rows, 0)
    return { id, rows, files: copied.length, size, lost, damaged }
  })
}

/** A snapshot of the database whose files are all in the pool, except those that were missing before. */
async function snapshot(
  { files, place, urls, signal }: BackupOptions,
  id: string,
  pool: FilePool,
): Promise<{ database: DumpedDatabase; copied: BackedUpFile[]; lost: string[] }> {
  for (let attempt = 1; attempt <= maxSnapshots; attempt++) {
    const database = await dumpDatabase(urls.app_backup, place, id)
    const { copied, missing } = await pool.copy(files, database.storedNames)
    if (missing.length === 0) return { database, copied, lost: [] }
    const current = new Set(await currentNames(urls.app_backup))
    if (missing.every((name) => current.has(name))) return { database, copied, lost: missing }
    // A row and its file were deleted after the snapshot.
    await sleep(1000, undefined, signal && { signal })
  }
  throw new Error('Files were deleted during every snapshot of the backup. Try again later.')
}

const currentNames = (url: string) => withClient(url, readStoredNames)

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}
