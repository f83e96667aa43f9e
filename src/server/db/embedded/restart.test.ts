import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { serverUser } from './binaries.ts'
import { type EmbeddedServer, startEmbedded } from './embedded.ts'
import { findCluster } from './running.ts'

const password = 'a password of the tests'
const quickly = { timeout: 30_000 }

/** The tests of the whole project share the machine. */
const patience = 90_000

let parent: string
let folder: string
let server: EmbeddedServer
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'attend-embedded-'))
  // As root, the database runs as its own user, who has to pass through.
  await chmod(parent, 0o711)
  folder = join(parent, 'postgres')
  server = await startEmbedded({ folder, password })
})
afterEach(async () => {
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

const answers = () =>
  query('select').then(
    () => true,
    () => false,
  )

async function postmaster(): Promise<number> {
  const [pid = ''] = (await readFile(join(server.folder, 'cluster', 'postmaster.pid'), 'utf8')).split('\n')
  return Number(pid)
}

/** An Attend in a process of its own; answers its words line by line. */
function startElsewhere() {
  const script = fileURLToPath(new URL('./owner.fixture.ts', import.meta.url))
  const child = spawn(process.execPath, [script, folder, password], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    says: async () => String((await lines.next()).value),
    signal: (name: NodeJS.Signals) => child.kill(name),
    ended: once(child, 'exit'),
  }
}

test(
  'a killed server comes back at the same address, with every row that was acknowledged',
  async () => {
    await query('create table kept (n int primary key)')
    for (let round = 0; round < 3; round++) {
      const pool = new pg.Pool({ connectionString: server.adminUrl, max: 4 })
      pool.on('error', () => undefined)
      pool.on('connect', (client) => client.on('error', () => undefined))
      const acknowledged: number[] = []
      /** Until the first one fails. */
      const write = async (from: number) => {
        for (let n = from; ; n += 4) {
          await pool.query('insert into kept values ($1)', [n])
          acknowledged.push(n)
        }
      }
      const writing = Promise.allSettled([0, 1, 2, 3].map((at) => write(round * 1_000_000 + at)))
      await expect.poll(() => acknowledged.length).toBeGreaterThan(50)
      const killed = await postmaster()
      process.kill(killed, 'SIGKILL')
      await writing
      await pool.end()
      await expect.poll(answers, quickly).toBe(true)
      expect(await postmaster()).not.toBe(killed)
      const rows = new Set((await query<{ n: number }>('select n from kept')).map(({ n }) => n))
      expect(acknowledged.filter((n) => !rows.has(n))).toEqual([])
    }
  },
  patience,
)

test(
  'after the crash of one connection the server comes back by itself, and is held again',
  async () => {
    const before = await postmaster()
    const client = new pg.Client({ connectionString: server.adminUrl })
    client.on('error', () => undefined)
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    for (const { pid } of rows) process.kill(pid, 'SIGKILL')
    await expect.poll(answers, quickly).toBe(true)
    expect(await postmaster()).toBe(before)
    const holds = () =>
      query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity where application_name = 'attend-keeper'`,
      ).then(([row]) => row?.n)
    await expect.poll(holds, quickly).toBe(1)
    expect(await startElsewhere().says()).toContain('refused: ')
    await client.end().catch(() => undefined)
  },
  patience,
)

test(
  'a server that was stopped stays stopped, also when it died a moment before',
  async () => {
    process.kill(await postmaster(), 'SIGKILL')
    await server.stop()
    expect(await findCluster({ folder, password })).toEqual({ adminUrl: undefined })
    server = await startEmbedded({ folder, password })
    await server.stop()
    expect(await findCluster({ folder, password })).toEqual({ adminUrl: undefined })
    server = await startEmbedded({ folder, password })
    expect(await answers()).toBe(true)
  },
  patience,
)

/** Gives the process number of the dead server to a process that lives, as a restart of the machine can. */
async function reuseProcessNumber() {
  const other = spawn('sleep', ['600'], { stdio: 'ignore', ...(await serverUser()) })
  await once(other, 'spawn')
  const file = join(server.folder, 'cluster', 'postmaster.pid')
  const [, ...rest] = (await readFile(file, 'utf8')).split('\n')
  await writeFile(file, [other.pid, ...rest].join('\n'))
  return other
}

test(
  'a start succeeds although another process now has the process number of the dead server',
  async () => {
    await query('create table kept as select 1 as n')
    await server.stop()
    const killed = startElsewhere()
    expect(await killed.says()).toBe('started')
    killed.signal('SIGKILL')
    await killed.ended
    process.kill(await postmaster(), 'SIGKILL')
    const other = await reuseProcessNumber()
    try {
      server = await startEmbedded({ folder, password })
      expect(await query('select n from kept')).toEqual([{ n: 1 }])
      expect(other.exitCode).toBeNull()
    } finally {
      other.kill()
    }
  },
  patience,
)

test(
  'a killed server is started again although another process now has its process number',
  async () => {
    const killed = await postmaster()
    const other = await reuseProcessNumber()
    process.kill(killed, 'SIGKILL')
    try {
      await expect.poll(answers, quickly).toBe(true)
      expect(other.exitCode).toBeNull()
    } finally {
      other.kill()
    }
  },
  patience,
)

test(
  'a start after it came back is refused',
  async () => {
    process.kill(await postmaster(), 'SIGKILL')
    await expect.poll(answers, quickly).toBe(true)
    expect(await startElsewhere().says()).toBe(
      `refused: Attend already runs on ${folder}. Stop it first, or choose another DATA_DIR.`,
    )
    expect(await answers()).toBe(true)
  },
  patience,
)

test(
  'when another start was faster, the folder is the other’s: the first one stands back for good',
  async () => {
    await query('create table kept as select 1 as n')
    await server.stop()
    const first = startElsewhere()
    expect(await first.says()).toBe('started')
    first.signal('SIGSTOP')
    process.kill(await postmaster(), 'SIGKILL')
    server = await startEmbedded({ folder, password })
    const owner = await postmaster()
    first.signal('SIGCONT')
    expect(await first.says()).toBe('the embedded database went away')
    expect(await first.says()).toBe('another Attend has taken over the embedded database: stop this one')
    first.signal('SIGTERM')
    await first.ended
    expect(await postmaster()).toBe(owner)
    expect(await query('select n from kept')).toEqual([{ n: 1 }])
  },
  patience,
)
