import { readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { runVerification } from '#server/audit-trail/run-verification.ts'
import type { Config } from '#server/config.ts'
import { ownCluster, prepareDatabase } from '#server/db/database.ts'
import { type Cluster, isRunning, stopServer } from '#server/db/embedded/cluster.ts'
import { addressOf, prepareFolder } from '#server/db/embedded/embedded.ts'
import { withLock } from '#server/db/embedded/lock.ts'
import { finishReplacement, replaceCluster } from '#server/db/embedded/replace-cluster.ts'
import type { RoleUrls } from '#server/db/roles.ts'
import { needsRotation } from '#server/db/secret-check.ts'
import { freePort } from '#server/free-port.ts'
import type { Files } from '#server/providers/files/port.ts'
import { withClient } from '#server/postgres/connection.ts'
import { StartFailure } from '#server/start-failure.ts'
import { decompressed } from '../compression.ts'
import { deleteSurplusFiles, noDeletion } from '../delete-surplus-files.ts'
import type { BackedUpFile } from '../manifest.ts'
import { rejectOtherSecret } from '../other-secret.ts'
import type { BackupPlace } from '../place.ts'
import type { Restoration } from '../restore-backup.ts'
import { restoreFiles } from '../restore-files.ts'
import { digestRows } from '../rows.ts'
import { readStoredNames } from '../stored-names.ts'
import { listTables } from '../tables.ts'
import { type Archive, clusterName, listArchives, readStoredFilesOf, timelineOf } from './archive-place.ts'
import { unpackCluster } from './copy-cluster.ts'
import { findBase } from './find-base.ts'
import { fetchSegments, recover } from './recover.ts'

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
  if ((await listArchives(place)).length === 0) await rejectOtherSecret(place)
  const { archive, id, base, timeline } = await findBase(place, until)
  const { folder, password, archivesWal } = ownCluster(config)
  const target = await prepareFolder(folder)
  return withLock(join(dirname(target.path), 'starting'), async () => {
    await finishReplacement(target.path)
    await requireUnused(target, files, replace)
    const restored: Cluster = { ...target, path: `${target.path}.restored` }
    await rm(restored.path, { recursive: true, force: true })
    const copy = await place.files.get(clusterName(archive, id))
    if (!copy) throw new Error(`The copy ${id} of the database is missing. Nothing was changed.`)
    await unpackCluster(decompressed(copy.body), restored.path, restored.user)
    await fetchSegments(archive, base.firstSegment, restored)
    const port = await freePort()
    const adminUrl = addressOf(port, password)
    await recover(restored, {
      port,
      until,
      // PostgreSQL requires the history of a timeline that is given as a number. Earlier versions did not archive it.
      timeline: timeline === timelineOf(base) ? 'current' : String(Number.parseInt(timeline, 16)),
      adminUrl,
      archivesWal,
    })
    try {
      const urls = await prepareDatabase(adminUrl, config)
      const { names, findings, ...counts } = await completeRestore(config, { files, place, archive, urls, now })
      const result = { ...counts, needsRotation: await needsRotation(adminUrl) }
      await stopServer(restored)
      // A start of an earlier version of Attend does not wait for the end of a long restore.
      if (await isRunning(target))
        throw new StartFailure(
          'Attend was started during the restore: stop it, then restore again. The database was not replaced.',
        )
      await replaceCluster(target.path, restored.path)
      const wanted = new Set(names)
      const surplus = replace ? await deleteSurplusFiles(files, (name) => wanted.has(name)) : noDeletion
      return { id, ...result, deleted: surplus.deleted, findings: [...findings, ...surplus.findings] }
    } catch (error) {
      await stopServer(restored)
      throw error
    }
  })
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
): Promise<Omit<Restoration, 'id' | 'deleted' | 'needsRotation'> & { names: string[] }> {
  const names = await withClient(urls.app_backup, readStoredNames)
  const known = await readStoredFilesOf(archive)
  const wanted: BackedUpFile[] = names.flatMap((name) => known.get(name) ?? [])
  await restoreFiles(place, files, wanted, () => undefined)
  const { isWhole, lines } = await runVerification(config, urls.app_owner, now)
  const missing = names.filter((name) => !known.has(name)).map((name) => `The file ${name} is not in the archive.`)
  const rows = await countRows(urls.app_backup)
  return { names, rows, files: wanted.length, trail: lines, findings: [...(isWhole ? [] : lines), ...missing] }
}

async function countRows(url: string): Promise<number> {
  return withClient(url, async (client) => {
    let rows = 0
    for (const table of await listTables(client)) rows += (await digestRows(client, table)).rows
    return rows
  })
}
