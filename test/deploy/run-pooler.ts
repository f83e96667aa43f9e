import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#server/free-port.ts'
import { accepts, replaced } from './run-proxy.ts'

/** PgBouncer with the configuration of `deploy/pooler`, on loopback. */
export interface RunningPooler {
  /** Address of a database through the pooler. */
  urlOf: (database: string) => string
  kill(): Promise<void>
  /** Makes the pooler accept connections without responding. */
  suspend(): void
  resume(): void
  start(): Promise<void>
  stop(): Promise<void>
}

const program = 'pgbouncer'
const folderOf = new URL('../../deploy/pooler/', import.meta.url)

/** Whether the PATH has a PgBouncer that supports prepared statements. */
export function hasPooler(): boolean {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  const [, minor = '0'] = /PgBouncer 1\.(\d+)/.exec(stdout) ?? []
  return Number(minor) >= 21
}

/** Starts PgBouncer in front of the server of this superuser. `change` edits the configuration first. */
export async function startPooler(adminUrl: string, change = (text: string) => text): Promise<RunningPooler> {
  const { hostname, port: serverPort } = new URL(adminUrl)
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(await readFile(new URL('logins.sql', folderOf), 'utf8'))
  const folder = await mkdtemp(join(tmpdir(), 'attend-pooler-'))
  await chmod(folder, 0o755)
  const port = await freePort()
  const settings = replaced(change(await readFile(new URL('pgbouncer.ini', folderOf), 'utf8')), [
    ['attend = host=database.example.com port=5432 dbname=attend', `* = host=${hostname} port=${serverPort}`],
    ['listen_port = 6432', `listen_port = ${port}`],
    ['/etc/pgbouncer/userlist.txt', join(folder, 'userlist.txt')],
  ])
  await writeFile(join(folder, 'userlist.txt'), '"pgbouncer" "change me"\n')
  await writeFile(join(folder, 'pgbouncer.ini'), `${settings}unix_socket_dir =\n`)
  // PgBouncer refuses to run as root, so it runs as an unprivileged user.
  const unprivilegedUser = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  let kill = async () => {}
  let signal: (name: NodeJS.Signals) => void = () => undefined
  async function start() {
    const child = spawn(program, ['-q', join(folder, 'pgbouncer.ini')], {
      stdio: ['ignore', 'ignore', 'pipe'],
      ...unprivilegedUser,
    })
    let log = ''
    child.stderr.on('data', (part: Buffer) => (log += part.toString()))
    const exit = once(child, 'exit')
    signal = (name) => child.kill(name)
    kill = async () => {
      child.kill('SIGKILL')
      await exit
    }
    while (!(await accepts(port))) {
      if (child.exitCode !== null) throw new Error(`PgBouncer did not start:\n${log}`)
      await pause(20)
    }
  }
  await start()
  return {
    urlOf: (database) => `postgres://127.0.0.1:${port}/${database}`,
    kill: () => kill(),
    suspend: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    start,
    async stop() {
      await kill()
      await admin.query('drop function pgbouncer.login; drop schema pgbouncer; drop role pgbouncer')
      await admin.end()
      await rm(folder, { recursive: true })
    },
  }
}
