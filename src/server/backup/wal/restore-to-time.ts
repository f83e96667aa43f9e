import { readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { runVerification } from '#server/audit-trail/run-verification.ts'
import type { Config } from '#server/config.ts'
import { ownCluster, prepareDatabase } from '#server/db/database.ts'
import { type Cluster, isRunning, startServer, stopServer } from '#server/db/embedded/cluster.ts'
import { addressOf, defaultFlags, prepareFolder, walSpool } from '#server/db/embedded/embedded.ts'
import { withLock } from '#server/db/embedded/lock.ts'
import type { RoleUrls } from '#server/db/roles.ts'
import { freePort } from '#server/free-port.ts'
import type { Files } from '#server/providers/files/port.ts'
import { withClient } from '#server/postgres/connection.ts'
import { StartFailure } from '#server/start-failure.ts'
import { decompressed } from '../compression.ts'
import type { BackedUpFile } from '../manifest.ts'
import type { BackupPlace } from '../place.ts'
import type { Restoration } from '../restore-backup.ts'
import { restoreFiles } from '../restore-files.ts'
import { digestRows } from '../rows.ts'
import { readStoredNames } from '../stored-names.ts'
import { listTables } from '../tables.ts'
import {
  type Archive,
  clusterName,
  listArchives,
  listBases,
  listSegments,
  readBase,
  readStoredFilesOf,
  segmentName,
} from './archive-place.ts'
import { ownFile, ownFolder, unpackCluster } from './copy-cluster.ts'

export interface RestoreToTimeOptions {
  /** The file store of the installation. */
  files: Files
  place: BackupPlace
  /** The moment, or `latest` for everything in the archive. */
  until: Date | 'latest'
  /** Replaces existing data. */
  replace: boolean
  now: Date
}

/** Folder of the cluster with the WAL files of the archive. */
const walFolder = 'attend_restored_wal'

/**
 * Restores the embedded database and its files to a moment: copies the newest base before it, lets PostgreSQL apply the archived WAL
 * up to it, and then restores the files that the rows refer to. The database of the installation is replaced at the end.
 * @throws StartFailure if the archive does not reach that moment, Attend runs, or there is data and `replace` is false
 */
export async function restoreToTime(config: Config, options: RestoreToTimeOptions): Promise<Restoration> {
  const { files, place, until, replace, now } = options
  if (config.DATABASE_URL)
    throw new StartFailure(
      'Only the embedded database is restored to a moment: unset DATABASE_URL, or use the tools of its host.',
    )
  const { archive, id } = await findBase(place, until)
  const { folder, password } = ownCluster(config)
  const target = await prepareFolder(folder)
  return withLock(join(dirname(target.path), 'starting'), async () => {
    await requireUnused(target, files, replace)
    const restored: Cluster = { ...target, path: `${target.path}.restored` }
    await rm(restored.path, { recursive: true, force: true })
    const base = await place.files.get(clusterName(archive, id))
    if (!base) throw new Error(`The copy ${id} of the database is missing. Nothing was changed.`)
    await unpackCluster(decompressed(base.body), restored.path, restored.user)
    await fetchSegments(archive, restored)
    const port = await freePort()
    await recover(restored, { port, until, adminUrl: addressOf(port, password) })
    try {
      const urls = await prepareDatabase(addressOf(port, password), config)
      const result = await completeRestore(config, { files, place, archive, urls, now })
      await stopServer(restored)
      await rm(target.path, { recursive: true, force: true })
      await rename(restored.path, target.path)
      return { id, ...result }
    } catch (error) {
      await stopServer(restored)
      throw error
    }
  })
}

/** The newest base that ended before the moment. @throws StartFailure if there is none */
async function findBase(place: BackupPlace, until: Date | 'latest'): Promise<{ archive: Archive; id: string }> {
  const found = []
  for (const archive of await listArchives(place))
    for (const id of await listBases(archive))
      found.push({ archive, id, endedAt: new Date((await readBase(archive, id)).endedAt) })
  const ordered = found.toSorted((one, other) => one.endedAt.getTime() - other.endedAt.getTime())
  const best = ordered.findLast(({ endedAt }) => until === 'latest' || endedAt <= until)
  if (best) return best
  const earliest = ordered[0]?.endedAt.toISOString()
  throw new StartFailure(
    earliest === undefined
      ? `There is no archive of changes in ${place.address} (BACKUP_WAL). Nothing was changed.`
      : `The archive begins at ${earliest}: choose a later moment. Nothing was changed.`,
  )
}

async function requireUnused(cluster: Cluster, files: Files, replace: boolean): Promise<void> {
  if (await isRunning(cluster)) throw new StartFailure('Attend uses this database: stop it, then restore.')
  if (replace) return
  const hasDatabase = await readFile(join(cluster.path, 'PG_VERSION')).then(
    () => true,
    () => false,
  )
  if (hasDatabase || (await files.list()).length > 0)
    throw new StartFailure(
      'This installation already has data. Restore to an empty one, or add --replace: then its data is lost. Nothing was changed.',
    )
}

async function fetchSegments(archive: Archive, { path, user }: Cluster): Promise<void> {
  await ownFolder(join(path, walFolder), user)
  for (const segment of await listSegments(archive)) {
    const file = await archive.place.files.get(segmentName(archive, segment))
    if (!file) throw new Error(`The WAL file ${segment} is missing in the archive. Nothing was changed.`)
    await ownFile(join(path, walFolder, segment), decompressed(file.body), user)
  }
  await ownFile(join(path, 'recovery.signal'), '', user)
}

interface Recovery {
  port: number
  until: Date | 'latest'
  adminUrl: string
}

/** Starts the server and waits until it has applied the WAL. @throws StartFailure if the WAL ends before the moment */
async function recover(cluster: Cluster, { port, until, adminUrl }: Recovery): Promise<void> {
  const settings = [
    `"restore_command=cp ${walFolder}/%f %p"`,
    'recovery_target_action=promote',
    ...(until === 'latest' ? [] : [`recovery_target_time=${until.toISOString().replace('Z', '+00')}`]),
  ]
  try {
    // Recovery fails if the connection limits are lower than those of the archived database.
    const flags = settings.flatMap((setting) => ['-c', setting])
    await startServer(cluster, port, [...defaultFlags, ...flags])
    while (await isRecovering(adminUrl)) await pause(200)
  } catch (error) {
    const log = await readFile(join(cluster.path, 'server.log'), 'utf8').catch(() => '')
    if (await isRunning(cluster)) await stopServer(cluster)
    if (log.includes('recovery ended before configured recovery target was reached'))
      throw new StartFailure(
        'The archive ends before that moment: choose an earlier one, or --until latest for everything in it. Nothing was changed.',
      )
    throw error
  }
  await rm(join(cluster.path, walFolder), { recursive: true })
  // The copied spool is not needed: the archive has its WAL files.
  await rm(join(cluster.path, walSpool), { recursive: true, force: true })
}

async function isRecovering(adminUrl: string): Promise<boolean> {
  return withClient(adminUrl, async (admin) => {
    const { rows } = await admin.query<{ is: boolean }>('select pg_is_in_recovery() as is')
    return rows[0]?.is === true
  })
}

interface Completion {
  files: Files
  place: BackupPlace
  archive: Archive
  urls: RoleUrls
  now: Date
}

async function completeRestore(
  config: Config,
  { files, place, archive, urls, now }: Completion,
): Promise<Omit<Restoration, 'id'>> {
  const names = await withClient(urls.app_backup, readStoredNames)
  const known = await readStoredFilesOf(archive)
  const wanted: BackedUpFile[] = names.flatMap((name) => known.get(name) ?? [])
  await restoreFiles(place, files, wanted, () => undefined)
  const { isWhole, lines } = await runVerification(config, urls.app_owner, now)
  const missing = names.filter((name) => !known.has(name)).map((name) => `The file ${name} is not in the archive.`)
  const rows = await countRows(urls.app_backup)
  return { rows, files: wanted.length, trail: lines, findings: [...(isWhole ? [] : lines), ...missing] }
}

async function countRows(url: string): Promise<number> {
  return withClient(url, async (client) => {
    let rows = 0
    for (const table of await listTables(client)) rows += (await digestRows(client, table)).rows
    return rows
  })
}
