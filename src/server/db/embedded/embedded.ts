import { execFile } from 'node:child_process'
import { chown, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from '#server/free-port.ts'
import { alone } from './lock.ts'
import { findBinaries, reachable, serverUser, type Binaries, type ServerUser } from './binaries.ts'

const run = promisify(execFile)

export interface EmbeddedServer {
  /** Connects as the superuser to the database `postgres`. */
  adminUrl: string
  /** Where the data lies: the folder asked for, or one that the server's own user can enter. */
  folder: string
  /** Stops the server cleanly: connections end, everything is on disk. */
  stop: () => Promise<void>
}

/**
 * Starts PostgreSQL on a folder, creating the cluster when the folder is new. The server has its own port, user and
 * process group, so that Ctrl-C reaches us first and we stop it after our own work is done.
 * @throws Error when another Attend runs on the same folder.
 */
export async function startEmbedded(options: {
  folder: string
  password: string
  flags?: readonly string[]
}): Promise<EmbeddedServer> {
  const user = await serverUser()
  const { binaries, dataFolder } = await reachable(await findBinaries(), options.folder, user)
  await mkdir(dataFolder, { recursive: true })
  if (user) await chown(dataFolder, user.uid, user.gid)
  return alone(join(dataFolder, 'starting'), () => start(options, binaries, join(dataFolder, 'cluster'), user))
}

async function start(
  options: { folder: string; password: string; flags?: readonly string[] },
  binaries: Binaries,
  cluster: string,
  user: ServerUser | undefined,
): Promise<EmbeddedServer> {
  const control = (...args: string[]) =>
    run(binaries.pgCtl, ['-D', cluster, '-w', '-t', '60', ...args], { ...user, cwd: '/' })

  if (!(await exists(join(cluster, 'PG_VERSION')))) await initialise(binaries, cluster, options.password, user)
  if (await control('status').then(succeeded, failed)) {
    const keeper = await connectedKeeper(await readFile(join(cluster, 'postmaster.pid'), 'utf8'), options.password)
    if (keeper) throw new Error(`Attend already runs on ${options.folder}. Stop it first, or choose another DATA_DIR.`)
    // An Attend that was killed left its server running.
    await control('-m', 'fast', 'stop')
  }

  const port = String(await freePort())
  const flags = [
    '-p',
    port,
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    'unix_socket_directories=',
    ...(options.flags ?? defaultFlags),
  ]
  try {
    await control('-l', join(cluster, 'server.log'), '-o', flags.join(' '), 'start')
  } catch (cause) {
    const log = await readFile(join(cluster, 'server.log'), 'utf8').catch(() => '')
    throw new Error(`PostgreSQL did not start on ${cluster}:\n${log.slice(-2000)}`, { cause })
  }
  const adminUrl = `postgres://postgres:${encodeURIComponent(options.password)}@127.0.0.1:${port}/postgres`
  const keeper = new pg.Client({ connectionString: adminUrl, application_name: keeperName, keepAlive: true })
  keeper.on('error', () => undefined)
  await keeper.connect()
  return {
    adminUrl,
    folder: dirname(cluster),
    async stop() {
      await keeper.end()
      await control('-m', 'fast', 'stop')
    },
  }
}

/** Held open by the Attend that owns a server; a second start finds it and refuses. */
const keeperName = 'attend-keeper'

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

async function initialise(binaries: Binaries, cluster: string, password: string, user: ServerUser | undefined) {
  const secrets = await mkdtemp(join(tmpdir(), 'attend-'))
  const passwordFile = join(secrets, 'password')
  // Made beside its place, so that a start that was killed leaves no half of a cluster.
  const made = `${cluster}.new`
  try {
    await rm(made, { recursive: true, force: true })
    await mkdir(made, { mode: 0o700 })
    await writeFile(passwordFile, password, { mode: 0o600 })
    if (user) for (const path of [made, secrets, passwordFile]) await chown(path, user.uid, user.gid)
    const args = [
      '-D',
      made,
      '-U',
      'postgres',
      '--pwfile',
      passwordFile,
      '-A',
      'scram-sha-256',
      '-E',
      'UTF8',
      '--locale',
      'C',
    ]
    await run(binaries.initdb, args, { ...user, cwd: '/' })
    await rename(made, cluster)
  } catch (cause) {
    throw new Error(`The database folder ${cluster} could not be created.`, { cause })
  } finally {
    await rm(secrets, { recursive: true, force: true })
  }
}

/** Whether a living Attend holds the server described by a `postmaster.pid` (its fourth line is the port). */
async function connectedKeeper(postmaster: string, password: string): Promise<boolean> {
  const port = Number(postmaster.split('\n')[3])
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' })
  try {
    await client.connect()
    const found = await client.query('select from pg_stat_activity where application_name = $1', [keeperName])
    return found.rowCount !== 0
  } finally {
    await client.end()
  }
}

const exists = (path: string) => stat(path).then(succeeded, failed)
const succeeded = () => true
const failed = () => false
