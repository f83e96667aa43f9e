import { execFile } from 'node:child_process'
import { access, chown, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Binaries, ServerUser } from './binaries.ts'

const run = promisify(execFile)

/** The data directory and the programs of a PostgreSQL server. */
export interface Cluster {
  path: string
  binaries: Binaries
  user: ServerUser | undefined
}

/** Creates the cluster if the folder is new. */
export async function ensureCluster(
  { path, binaries, user }: Cluster,
  password: string,
  signal?: AbortSignal,
): Promise<void> {
  if (await exists(join(path, 'PG_VERSION'))) return
  const secrets = await mkdtemp(join(tmpdir(), 'attend-'))
  const passwordFile = join(secrets, 'password')
  // Created beside its final path, so that a killed start leaves no partial cluster.
  const newPath = `${path}.new`
  try {
    await rm(newPath, { recursive: true, force: true })
    await mkdir(newPath, { mode: 0o700 })
    await writeFile(passwordFile, password, { mode: 0o600 })
    if (user) for (const owned of [newPath, secrets, passwordFile]) await chown(owned, user.uid, user.gid)
    const login = ['-U', 'postgres', '--pwfile', passwordFile, '-A', 'scram-sha-256']
    const options = ['-D', newPath, ...login, '-E', 'UTF8', '--locale', 'C']
    await runUntilAborted(binaries.initdb, options, { ...user, cwd: '/' }, signal)
    await rename(newPath, path)
  } catch (cause) {
    signal?.throwIfAborted()
    throw new Error(`The database folder ${path} could not be created.`, { cause })
  } finally {
    await rm(secrets, { recursive: true, force: true })
  }
}

/** Runs a program. If the signal aborts, ends the program and rejects afterwards. */
async function runUntilAborted(
  program: string,
  args: readonly string[],
  options: { cwd: string; uid?: number; gid?: number },
  signal?: AbortSignal,
): Promise<void> {
  const running = run(program, args, options)
  const end = () => running.child.kill('SIGTERM')
  signal?.addEventListener('abort', end)
  try {
    await running
  } finally {
    signal?.removeEventListener('abort', end)
  }
}

/** Starts the server and waits until it accepts connections. */
export async function startServer(cluster: Cluster, port: number, flags: readonly string[]): Promise<void> {
  const log = join(cluster.path, 'server.log')
  // With a stale pid file, the new server would refuse to start.
  if (await isStale(cluster)) await rm(pidFile(cluster.path), { force: true })
  const settings = ['-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', ...flags]
  try {
    await control(cluster, '-l', log, '-o', settings.join(' '), 'start')
  } catch (cause) {
    const text = await readFile(log, 'utf8').catch(() => '')
    throw new Error(`PostgreSQL did not start on ${cluster.path}:\n${text.slice(-2000)}`, { cause })
  }
}

/** Seconds for a clean stop. A server that cannot write is then stopped immediately, and the next start recovers. */
const stopSeconds = '6'

/** Stops the server: cleanly, with all data on disk, or immediately if it does not stop within `stopSeconds`. */
export async function stopServer(cluster: Cluster): Promise<void> {
  try {
    await control(cluster, '-m', 'fast', '-t', stopSeconds, 'stop')
  } catch {
    // The stop also fails if the server has died meanwhile.
    if (await isRunning(cluster)) await control(cluster, '-m', 'immediate', '-t', stopSeconds, 'stop')
  }
}

/** Whether the server of this cluster runs. */
export async function isRunning(cluster: Cluster): Promise<boolean> {
  return (await isProcessAlive(cluster)) && !(await isStale(cluster))
}

/** Whether the process in the pid file is alive. pg_ctl does not check which program it is. */
const isProcessAlive = (cluster: Cluster) => control(cluster, 'status').then(succeeded, returnFalse)

/**
 * Whether the pid file names a process that is not this cluster's server. Either the pid was reused, or the dead server is a zombie,
 * as in containers without an init process; its command line is then empty. False where command lines cannot be read.
 */
async function isStale({ path }: Cluster): Promise<boolean> {
  const [pid = ''] = (await readFile(pidFile(path), 'utf8').catch(() => '')).split('\n')
  if (!/^\d+$/.test(pid)) return false
  const command = await commandOf(pid)
  return command !== undefined && !command.includes(` -D ${path} `)
}

/** The command line, with spaces between its arguments. */
async function commandOf(pid: string): Promise<string | undefined> {
  if (process.platform === 'linux') {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined)
    return line?.replaceAll('\0', ' ')
  }
  if (process.platform === 'win32') return undefined
  const shown = await run('ps', ['-ww', '-p', pid, '-o', 'command=']).catch(() => undefined)
  return shown?.stdout
}

/** The port of the last server of a cluster. Undefined after a clean stop. */
export async function portOf(path: string): Promise<number | undefined> {
  const postmaster = await readFile(pidFile(path), 'utf8').catch(() => '')
  // The fourth line of this file (PostgreSQL documentation, "Database File Layout").
  return Number(postmaster.split('\n')[3]) || undefined
}

const pidFile = (path: string) => join(path, 'postmaster.pid')

function control({ path, binaries, user }: Cluster, ...args: string[]) {
  return run(binaries.pgCtl, ['-D', path, '-w', '-t', '60', ...args], { ...user, cwd: '/' })
}

const exists = (path: string) => access(path).then(succeeded, returnFalse)
const succeeded = () => true
const returnFalse = () => false
