import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Cluster, isRunning, startServer, stopServer } from '#server/db/embedded/cluster.ts'
import { archiveFlags, defaultFlags, walSpool } from '#server/db/embedded/embedded.ts'
import { withClient } from '#server/postgres/connection.ts'
import { StartFailure } from '#server/start-failure.ts'
import { decompressed } from '../compression.ts'
import { type Archive, isBefore, listSegments, segmentName } from './archive-place.ts'
import { ownFile, ownFolder } from './copy-cluster.ts'

/** Folder of the cluster with the WAL files of the archive. */
export const walFolder = 'attend_restored_wal'

/** Places the WAL files from `firstSegment` on and the history files into a folder of the cluster. */
export async function fetchSegments(
  archive: Archive,
  firstSegment: string,
  { path, user }: Pick<Cluster, 'path' | 'user'>,
): Promise<void> {
  await ownFolder(join(path, walFolder), user)
  const segments = await listSegments(archive)
  for (const segment of segments.filter((name) => !isBefore(name, firstSegment))) {
    const file = await archive.place.files.get(segmentName(archive, segment))
    if (!file) throw new Error(`The WAL file ${segment} is missing in the archive. Nothing was changed.`)
    await ownFile(join(path, walFolder, segment), decompressed(file.body), user)
  }
  await ownFile(join(path, 'recovery.signal'), '', user)
}

interface Recovery {
  port: number
  until: Date | 'latest'
  /** The timeline to follow: a number, or `current` for that of the copy. */
  timeline: string
  adminUrl: string
  /** Places the WAL that PostgreSQL writes after the recovery into the folder for the archive. */
  archivesWal: boolean
}

/** Starts the server and waits until it has applied the WAL. @throws StartFailure if the WAL ends before the moment */
export async function recover(cluster: Cluster, options: Recovery): Promise<void> {
  const { port, until, timeline, adminUrl, archivesWal } = options
  const settings = [
    `"restore_command=cp ${walFolder}/%f %p"`,
    'recovery_target_action=promote',
    `recovery_target_timeline=${timeline}`,
    ...(until === 'latest' ? [] : [`recovery_target_time=${until.toISOString().replace('Z', '+00')}`]),
  ]
  // The copied folder is not needed: the archive has its WAL files.
  await rm(join(cluster.path, walSpool), { recursive: true, force: true })
  if (archivesWal) await ownFolder(join(cluster.path, walSpool), cluster.user)
  try {
    // Recovery fails if the connection limits are lower than those of the archived database.
    const flags = [...defaultFlags, ...(archivesWal ? archiveFlags : [])]
    await startServer(cluster, port, [...flags, ...settings.flatMap((setting) => ['-c', setting])])
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
}

async function isRecovering(adminUrl: string): Promise<boolean> {
  return withClient(adminUrl, async (admin) => {
    const { rows } = await admin.query<{ is: boolean }>('select pg_is_in_recovery() as is')
    return rows[0]?.is === true
  })
}
