import { withClient } from '#server/postgres/connection.ts'
import { compressed } from '../compression.ts'
import type { BackedUpFile } from '../manifest.ts'
import {
  type Archive,
  type Base,
  baseName,
  clusterName,
  isBefore,
  listBases,
  listSegments,
  readBase,
  segmentName,
  writeJson,
} from './archive-place.ts'
import { packCluster } from './copy-cluster.ts'

export interface BaseOptions {
  id: string
  /** Connects as the superuser. */
  adminUrl: string
  cluster: string
  files: BackedUpFile[]
  clock: () => Date
  archiveFinished: () => Promise<void>
  /** Aborts the copy. */
  signal: AbortSignal
}

/** Copies the cluster while its server runs. A restore needs the WAL of the copy, so it is archived before the manifest is written. */
export async function takeBase(archive: Archive, options: BaseOptions): Promise<void> {
  const { id, adminUrl, cluster, files, clock, archiveFinished, signal } = options
  const { place } = archive
  await withClient(adminUrl, async (admin) => {
    const { rows } = await admin.query<{ segment: string }>(
      `select pg_walfile_name(pg_backup_start('attend', true)) as segment`,
    )
    const firstSegment = rows[0]?.segment ?? ''
    let lastSegment = ''
    const finish = async () => {
      // Waits until the WAL of the copy is in the spool.
      const stopped = await admin.query<{ label: string; segment: string }>(
        'select labelfile as label, pg_walfile_name(lsn) as segment from pg_backup_stop(true)',
      )
      lastSegment = stopped.rows[0]?.segment ?? ''
      return new Map([['backup_label', stopped.rows[0]?.label ?? '']])
    }
    await place.files.put(clusterName(archive, id), compressed(packCluster(cluster, { finish, signal })))
    await archiveFinished()
    const base: Base = { format: 1, endedAt: clock().toISOString(), firstSegment, lastSegment, files }
    await writeJson(place, baseName(archive, id), base)
  })
}

/** Deletes all but the newest copies, parts of interrupted copies, the WAL that no copy needs, and the lists of files before the oldest copy. */
export async function pruneArchive(archive: Archive, retainedBases: number): Promise<void> {
  const { place, folder } = archive
  const ids = await listBases(archive)
  // Deletes the manifest first, because a copy without a manifest counts as incomplete.
  for (const id of ids.slice(0, -retainedBases)) await place.files.delete(baseName(archive, id))
  const retainedIds = new Set(ids.slice(-retainedBases))
  for (const name of await place.files.list(`${folder}/base`))
    if (!retainedIds.has(name.split('/').at(-2) ?? '')) await place.files.delete(name)
  const [oldest] = retainedIds
  if (oldest === undefined) return
  const retained = await Promise.all([...retainedIds].map((id) => readBase(archive, id)))
  // The oldest copy may be on an abandoned timeline, at a higher position than a newer copy.
  const isUnused = (segment: string) => retained.every(({ firstSegment }) => isBefore(segment, firstSegment))
  for (const segment of await listSegments(archive))
    if (isUnused(segment)) await place.files.delete(segmentName(archive, segment))
  for (const name of await place.files.list(`${folder}/files`))
    if ((name.split('/').at(-1) ?? '') < oldest) await place.files.delete(name)
}
