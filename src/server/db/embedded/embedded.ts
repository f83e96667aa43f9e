import { chown, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartFailure } from '#server/start-failure.ts'
import { freePort } from '#server/free-port.ts'
import { findBinaries, ensureAccessible, type ServerUser, serverUser } from './binaries.ts'
import { type Cluster, ensureCluster, isRunning, portOf, startServer, stopServer } from './cluster.ts'
import { ensurePassword } from './password.ts'
import { claimServer, isClaimed, startWatchdog, type WatchdogLog } from './watchdog.ts'
import { withLock } from './lock.ts'
import { finishReplacement } from './replace-cluster.ts'

export interface EmbeddedServer {
  /** Connects as the superuser to the database `postgres`. */
  adminUrl: string
  /** The data directory: the requested folder, or another one that the server's system user can enter. */
  folder: string
  /** Stops the watchdog and then the server, see `stopServer`. */
  stop: () => Promise<void>
}

export interface EmbeddedOptions {
  folder: string
  password: string
  /** Earlier passwords of the cluster, which are replaced by `password`. */
  formerPasswords?: readonly string[]
  flags?: readonly string[]
  /** Places each finished WAL file in the folder `walSpool` of the cluster. */
  archivesWal?: boolean
  log?: WatchdogLog | undefined
  /** Aborts the start and stops the server. */
  signal?: AbortSignal
}

/**
 * Starts PostgreSQL on a folder, and creates the cluster if the folder is new. The server has its own port and process group (for
 * root also a user), so that Ctrl-C reaches only Attend, which stops the server last. A server that dies is restarted at its address.
 * @throws StartFailure if another Attend runs on the same folder
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const cluster = await prepareFolder(options.folder)
  return withLock(lockOf(cluster), () => startOnCluster(options, cluster), options.signal)
}

/** Creates the folder of a cluster, but not the cluster. */
export async function prepareFolder(folder: string): Promise<Cluster> {
  const user = await serverUser()
  const { binaries, dataFolder } = await ensureAccessible(await findBinaries(), folder, user)
  await ensureOwnFolder(dataFolder, user)
  return { path: join(dataFolder, 'cluster'), binaries, user }
}

async function ensureOwnFolder(folder: string, user: ServerUser | undefined): Promise<void> {
  await mkdir(folder, { recursive: true })
  if (user) await chown(folder, user.uid, user.gid)
}

/** Like `startEmbedded`, with a known data directory and programs. The caller holds the lock of the folder. */
export async function startOnCluster(options: EmbeddedOptions, cluster: Cluster): Promise<EmbeddedServer> {
  const { folder, password, formerPasswords = [], log, signal } = options
  const flags = [...(options.flags ?? defaultFlags), ...(options.archivesWal ? archiveFlags : [])]
  await finishReplacement(cluster.path)
  await ensureCluster(cluster, password, signal)
  if (options.archivesWal) await ensureOwnFolder(join(cluster.path, walSpool), cluster.user)
  signal?.throwIfAborted()
  if (await isRunning(cluster)) {
    if (await isTaken(cluster, [password, ...formerPasswords], signal))
      throw new StartFailure(`Attend already runs on ${folder}. Stop it first, or choose another DATA_DIR.`)
    // A killed Attend left its server running.
    if (await isRunning(cluster)) await stopServer(cluster)
  }

  const port = await freePort()
  const adminUrl = addressOf(port, password)
  const claimAsOwner = async () => {
    signal?.throwIfAborted()
    await ensurePassword(adminUrl, formerPasswords)
    return claimServer(adminUrl)
  }
  const runningPort = async () => ((await isRunning(cluster)) ? portOf(cluster.path) : undefined)
  await startServer(cluster, port, flags)
  const claim = await claimAsOwner().catch(async (error: unknown) => {
    await stopServer(cluster)
    throw error
  })
  const stopWatchdog = startWatchdog({
    claim,
    restart: () =>
      withLock(lockOf(cluster), async () => {
        // After the crash of one connection, PostgreSQL restarts on its own.
        if (!(await isRunning(cluster))) await startServer(cluster, port, flags)
        const running = await runningPort()
        if (running === undefined) throw new Error('The database ended right after its start.')
        return running === port ? await claimServer(adminUrl) : null
      }),
    log,
  })
  return {
    adminUrl,
    folder: dirname(cluster.path),
    async stop() {
      await stopWatchdog()
      if ((await runningPort()) === port) await stopServer(cluster)
    },
  }
}

/** Whether another Attend uses the running server of a cluster. A server that was just killed still runs for a moment. */
async function isTaken(cluster: Cluster, passwords: readonly string[], signal?: AbortSignal): Promise<boolean> {
  for (let attempt = 1; await isRunning(cluster); attempt++) {
    const port = await portOf(cluster.path)
    try {
      return await isClaimed(passwords.map((each) => addressOf(port, each)))
    } catch (error) {
      if (error instanceof StartFailure || attempt === maxAttempts) throw error
    }
    await sleep(100, undefined, { signal })
  }
  return false
}

const maxAttempts = 20

/** The lock file of a start or restart, so that concurrent starts wait for each other. */
const lockOf = (cluster: Cluster) => join(dirname(cluster.path), 'starting')

export function addressOf(port: number | undefined, password: string): string {
  return `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port ?? 0}/postgres`
}

/** Folder of the cluster in which PostgreSQL places finished WAL files, for Attend to archive. */
export const walSpool = 'attend_wal'

/** PostgreSQL finishes a WAL file within three minutes. With the time to store it, a crash loses at most five minutes. */
export const archiveFlags = [
  ['archive_mode', 'on'],
  ['archive_library', 'basic_archive'],
  ['basic_archive.archive_directory', walSpool],
  ['archive_timeout', '180'],
].flatMap(([name, value]) => ['-c', `${name}=${value}`])

export const defaultFlags = [
  ['shared_buffers', '256MB'],
  ['max_connections', '120'],
  ['random_page_cost', '1.1'],
  ['jit', 'off'],
  ['wal_compression', 'on'],
  ['fsync', 'on'],
  ['log_min_messages', 'fatal'],
  ['log_min_error_statement', 'panic'],
].flatMap(([name, value]) => ['-c', `${name}=${value}`])
