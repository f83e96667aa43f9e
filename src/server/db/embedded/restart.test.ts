import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findBinaries, ensureAccessible, serverUser } from './binaries.ts'
import { type EmbeddedServer, startEmbedded, startOnCluster } from './embedded.ts'
import { findCluster } from './running.ts'

const password = 'a password of the tests'
const timeout = { timeout: 30_000 }

/** The timeout is long, because tests of other files use the machine, too. */
const testTimeoutMs = 90_000

let parent: string
let folder: string
let server: EmbeddedServer
const others: ChildProcess[] = []
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'attend-embedded-'))
  // As root, the database runs as another user, who must be able to enter the folder.
  await chmod(parent, 0o711)
  folder = join(parent, 'postgres')
  server = await startEmbedded({ folder, password })
})
afterEach(async () => {
  // A failed test may leave a paused process, and the test run would wait for it.
  for (const other of others.splice(0)) other.kill('SIGKILL')
  await server.stop()
  await rm(parent, { recursive: true })
})

async function query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: server.adminUrl })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

const responds = () =>
  query('select').then(
    () => true,
    () => false,
  )

async function postmaster(): Promise<number> {
  const [pid = ''] = (await readFile(join(server.folder, 'cluster', 'postmaster.pid'), 'utf8')).split('\n')
  return Number(pid)
}

/** Starts an embedded database in another process. `nextLine` returns its output line by line. */
function startElsewhere() {
  const script = fileURLToPath(new URL('./owner.fixture.ts', import.meta.url))
  const child = spawn(process.execPath, [script, folder, password], { stdio: ['ignore', 'pipe', 'inherit'] })
  others.push(child)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    nextLine: async () => String((await lines.next()).value),
    signal: (name: NodeJS.Signals) => child.kill(name),
    ended: once(child, 'exit'),
  }
}

/** Leaves a running server with one saved row, after killing the process that started it. */
async function loseOwner(): Promise<void> {
  await query('create table saved as select 1 as n')
  await server.stop()
  const killed = startElsewhere()
  expect(await killed.nextLine()).toBe('started')
  killed.signal('SIGKILL')
  await killed.ended
}

test(
  'a killed server is restarted at the same address, with every acknowledged row',
  async () => {
    await query('create table saved (n int primary key)')
    for (let round = 0; round < 3; round++) {
      const pool = new pg.Pool({ connectionString: server.adminUrl, max: 4 })
      pool.on('error', () => undefined)
      pool.on('connect', (client) => client.on('error', () => undefined))
      const acknowledged: number[] = []
      /** Inserts rows until one insert fails. */
      const write = async (from: number) => {
        for (let n = from; ; n += 4) {
          await pool.query('insert into saved values ($1)', [n])
          acknowledged.push(n)
        }
      }
      const writing = Promise.allSettled([0, 1, 2, 3].map((at) => write(round * 1_000_000 + at)))
      await expect.poll(() => acknowledged.length).toBeGreaterThan(50)
      const killed = await postmaster()
      process.kill(killed, 'SIGKILL')
      await writing
      await pool.end()
      await expect.poll(responds, timeout).toBe(true)
      expect(await postmaster()).not.toBe(killed)
      const rows = new Set((await query<{ n: number }>('select n from saved')).map(({ n }) => n))
      expect(acknowledged.filter((n) => !rows.has(n))).toEqual([])
    }
  },
  testTimeoutMs,
)

/** Creates a `pg_ctl` that kills the server it has started if its folder contains a file `kill`, and then deletes this file. */
async function createKillingPgCtl(pgCtl: string): Promise<string> {
  const tools = join(parent, 'tools')
  await mkdir(tools)
  await chmod(tools, 0o777)
  const script = join(tools, 'pg_ctl')
  const pidFile = join(folder, 'cluster', 'postmaster.pid')
  const lines = [
    '#!/bin/sh',
    `'${pgCtl}' "$@" || exit $?`,
    `case "$*" in *' start') rm '${tools}/kill' 2>/dev/null && kill -9 "$(head -n 1 '${pidFile}')" ;; esac`,
    'exit 0',
  ]
  await writeFile(script, lines.join('\n'))
  await chmod(script, 0o755)
  return script
}

test(
  'a server killed right after its restart is restarted again',
  async () => {
    await server.stop()
    const user = await serverUser()
    const { binaries } = await ensureAccessible(await findBinaries(), folder, user)
    const cluster = {
      path: join(folder, 'cluster'),
      binaries: { ...binaries, pgCtl: await createKillingPgCtl(binaries.pgCtl) },
      user,
    }
    const seen: string[] = []
    const note = (first: unknown, text?: string) => void seen.push(text ?? String(first))
    server = await startOnCluster({ folder, password, log: { warn: note, error: note } }, cluster)
    await writeFile(join(parent, 'tools', 'kill'), '')
    process.kill(await postmaster(), 'SIGKILL')
    await expect.poll(() => seen, timeout).toContain('the embedded database is back')
    expect(seen).toContain('the embedded database does not come back yet')
    expect(await responds()).toBe(true)
  },
  testTimeoutMs,
)

test(
  'after the crash of one connection, PostgreSQL restarts on its own, and the watchdog claims the server again',
  async () => {
    const before = await postmaster()
    const client = new pg.Client({ connectionString: server.adminUrl })
    client.on('error', () => undefined)
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    for (const { pid } of rows) process.kill(pid, 'SIGKILL')
    await expect.poll(responds, timeout).toBe(true)
    expect(await postmaster()).toBe(before)
    const claims = () =>
      query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity where application_name = 'attend-keeper'`,
      ).then(([row]) => row?.n)
    await expect.poll(claims, timeout).toBe(1)
    expect(await startElsewhere().nextLine()).toContain('refused: ')
    await client.end().catch(() => undefined)
  },
  testTimeoutMs,
)

test(
  'a stopped server is not restarted, even if it was killed just before the stop',
  async () => {
    process.kill(await postmaster(), 'SIGKILL')
    await server.stop()
    expect(await findCluster({ folder, password })).toEqual({ adminUrl: undefined })
    server = await startEmbedded({ folder, password })
    await server.stop()
    expect(await findCluster({ folder, password })).toEqual({ adminUrl: undefined })
    server = await startEmbedded({ folder, password })
    expect(await responds()).toBe(true)
  },
  testTimeoutMs,
)

/**
 * Writes the pid of another running process to the pid file, as if the pid had been reused after a restart of the
 * machine. The command line of the process names folders with a similar path.
 */
async function reusePid() {
  const path = join(server.folder, 'cluster')
  const similar = ['-D', `/mnt${path}`, '-D', `${path}-old`]
  const args = ['-c', 'while :; do sleep 1; done', 'sh', ...similar]
  const other = spawn('sh', args, { stdio: 'ignore', cwd: '/', ...(await serverUser()) })
  await once(other, 'spawn')
  const file = join(path, 'postmaster.pid')
  const [, ...rest] = (await readFile(file, 'utf8')).split('\n')
  await writeFile(file, [other.pid, ...rest].join('\n'))
  return other
}

test(
  'a start succeeds although another process has the pid of the dead server',
  async () => {
    await loseOwner()
    process.kill(await postmaster(), 'SIGKILL')
    const other = await reusePid()
    try {
      server = await startEmbedded({ folder, password })
      expect(await query('select n from saved')).toEqual([{ n: 1 }])
      expect(other.exitCode).toBeNull()
    } finally {
      other.kill()
    }
  },
  testTimeoutMs,
)

test(
  'a killed server is restarted although another process has its pid',
  async () => {
    const killed = await postmaster()
    const other = await reusePid()
    process.kill(killed, 'SIGKILL')
    try {
      await expect.poll(responds, timeout).toBe(true)
      expect(other.exitCode).toBeNull()
    } finally {
      other.kill()
    }
  },
  testTimeoutMs,
)

test(
  'a second start on a restarted server is rejected',
  async () => {
    process.kill(await postmaster(), 'SIGKILL')
    await expect.poll(responds, timeout).toBe(true)
    expect(await startElsewhere().nextLine()).toBe(
      `refused: Attend already runs on ${folder}. Stop it first, or choose another DATA_DIR.`,
    )
    expect(await responds()).toBe(true)
  },
  testTimeoutMs,
)

test(
  'a start succeeds although the former server dies during the check whether the server is in use',
  async () => {
    await loseOwner()
    const former = await postmaster()
    let asked = 0
    const dyingServer = createServer((socket) => {
      if (++asked === 2) process.kill(former, 'SIGKILL')
      socket.resetAndDestroy()
    })
    await new Promise<void>((resolve) => void dyingServer.listen(0, '127.0.0.1', resolve))
    const address = dyingServer.address()
    const pidFile = join(server.folder, 'cluster', 'postmaster.pid')
    const lines = (await readFile(pidFile, 'utf8')).split('\n')
    await writeFile(pidFile, lines.with(3, String(typeof address === 'object' && address?.port)).join('\n'))
    server = await startEmbedded({ folder, password })
    dyingServer.close()
    expect(asked).toBeGreaterThan(1)
    expect(await postmaster()).not.toBe(former)
    expect(await query('select n from saved')).toEqual([{ n: 1 }])
  },
  testTimeoutMs,
)

test(
  'a watchdog gives up once another Attend has claimed the server',
  async () => {
    await query('create table saved as select 1 as n')
    await server.stop()
    const first = startElsewhere()
    expect(await first.nextLine()).toBe('started')
    first.signal('SIGSTOP')
    process.kill(await postmaster(), 'SIGKILL')
    server = await startEmbedded({ folder, password })
    const pid = await postmaster()
    first.signal('SIGCONT')
    expect(await first.nextLine()).toBe('the embedded database went away')
    expect(await first.nextLine()).toBe('another Attend has taken over the embedded database: stop this one')
    first.signal('SIGTERM')
    await first.ended
    expect(await postmaster()).toBe(pid)
    expect(await query('select n from saved')).toEqual([{ n: 1 }])
  },
  testTimeoutMs,
)
