import { chown, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartFailure } from '#server/start-failure.ts'
import { freePort } from '#server/free-port.ts'
import { findBinaries, reachable, serverUser } from './binaries.ts'
import { type Cluster, ensureCluster, isRunning, portOf, startServer, stopServer } from './cluster.ts'
import { ensurePassword } from './password.ts'
import { holdServer, isKept, keep, type KeeperLog } from './watchdog.ts'
import { alone } from './lock.ts'

export interface EmbeddedServer {
  /** Connects as the superuser to the database `postgres`. */
  adminUrl: string
  /** Where the data lies: the folder asked for, or one that the server's own user can enter. */
  folder: string
  /** Stops the server cleanly: connections end, everything is on disk. */
  stop: () => Promise<void>
}

export interface EmbeddedOptions {
  folder: string
  password: string
  /** Passwords that it may have been made with. It gets the new one. */
  formerPasswords?: readonly string[]
  flags?: readonly string[]
  log?: KeeperLog | undefined
  /** Ends the start, and what was started is stopped. */
  signal?: AbortSignal
}

/**
 * Starts PostgreSQL on a folder, creating the cluster when the folder is new. The server has its own port, user and
 * process group, so that Ctrl-C reaches us first and we stop it after our own work is done. When it dies it is started
 * again at the same address.
 * @throws Error when another Attend runs on the same folder.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const user = await serverUser()
  const { binaries, dataFolder } = await reachable(await findBinaries(), options.folder, user)
  await mkdir(dataFolder, { recursive: true })
  if (user) await chown(dataFolder, user.uid, user.gid)
  const cluster: Cluster = { path: join(dataFolder, 'cluster'), binaries, user }
  return alone(lockOf(cluster), () => start(options, cluster), options.signal)
}

async function start(options: EmbeddedOptions, cluster: Cluster): Promise<EmbeddedServer> {
  const { folder, password, formerPasswords = [], log, signal, flags = defaultFlags } = options
  await ensureCluster(cluster, password, signal)
  signal?.throwIfAborted()
  if (await isRunning(cluster)) {
    const running = await portOf(cluster.path)
    if (await isKept([password, ...formerPasswords].map((each) => addressOf(running, each))))
      throw new StartFailure(`Attend already runs on ${folder}. Stop it first, or choose another DATA_DIR.`)
    // An Attend that was killed left its server running.
    await stopServer(cluster)
  }

  const port = await freePort()
  const adminUrl = addressOf(port, password)
  const takeOver = async () => {
    signal?.throwIfAborted()
    await ensurePassword(adminUrl, formerPasswords)
    return holdServer(adminUrl)
  }
  const isOurs = async () => (await isRunning(cluster)) && (await portOf(cluster.path)) === port
  await startServer(cluster, port, flags)
  const hold = await takeOver().catch(async (error: unknown) => {
    await stopServer(cluster)
    throw error
  })
  const letGo = keep({
    hold,
    comeBack: () =>
      alone(lockOf(cluster), async () => {
        // After the crash of one connection the server comes back by itself.
        if (!(await isRunning(cluster))) await startServer(cluster, port, flags)
        return (await isOurs()) ? await holdServer(adminUrl) : null
      }),
    log,
  })
  return {
    adminUrl,
    folder: dirname(cluster.path),
    async stop() {
      await letGo()
      if (await isOurs()) await stopServer(cluster)
    },
  }
}

/** Taken while a server is started, so that two starts see each other. */
const lockOf = (cluster: Cluster) => join(dirname(cluster.path), 'starting')

function addressOf(port: number | undefined, password: string): string {
  return `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port ?? 0}/postgres`
}

const defaultFlags = [
  ['shared_buffers', '256MB'],
  ['max_connections', '120'],
  ['random_page_cost', '1.1'],
  ['jit', 'off'],
  ['wal_compression', 'on'],
  ['fsync', 'on'],
  ['log_min_messages', 'fatal'],
  ['log_min_error_statement', 'panic'],
].flatMap(([name, value]) => ['-c', `${name}=${value}`])
