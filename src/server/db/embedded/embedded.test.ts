import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type EmbeddedServer, startEmbedded } from './embedded.ts'
import { findCluster } from './running.ts'

const password = 'a password of the tests'

let parent: string
let folder: string
const running: EmbeddedServer[] = []

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'attend-embedded-'))
  // As root, the database runs as another user, who must be able to enter the folder.
  await chmod(parent, 0o711)
  folder = join(parent, 'postgres')
})
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop()
  await rm(parent, { recursive: true })
})

async function start(): Promise<EmbeddedServer> {
  const server = await startEmbedded({ folder, password })
  running.push(server)
  return server
}

async function stop(server: EmbeddedServer): Promise<void> {
  running.splice(running.indexOf(server), 1)
  await server.stop()
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** Starts an embedded database in another process and returns its first line of output. */
async function startElsewhere() {
  const script = fileURLToPath(new URL('./owner.fixture.ts', import.meta.url))
  const child = spawn(process.execPath, [script, folder, password], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  return {
    firstLine: String(line),
    async kill() {
      if (child.exitCode !== null) return
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    },
  }
}

describe('the embedded database', () => {
  test('a start after a restore that was killed uses the former cluster', async () => {
    const first = await start()
    await query(first.adminUrl, `create table saved as select 'still here' as text`)
    await stop(first)
    const path = join(first.folder, 'cluster')
    await rename(path, `${path}.former`)
    const second = await start()
    expect(await query(second.adminUrl, 'table saved')).toEqual([{ text: 'still here' }])
  })

  test('the embedded database retains its data after a clean stop', async () => {
    const first = await start()
    await query(first.adminUrl, `create table saved as select 'still here' as text`)
    await stop(first)
    expect(await findCluster({ folder, password })).toEqual({ adminUrl: undefined })
    const second = await start()
    expect(await query(second.adminUrl, 'select text from saved')).toEqual([{ text: 'still here' }])
  })

  test('the embedded database syncs to disk, listens on localhost only, and requires a password', async () => {
    const { adminUrl } = await start()
    const settings = await query(
      adminUrl,
      `select string_agg(name || '=' || setting, ' ' order by name) as text from pg_settings
       where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses', 'unix_socket_directories')`,
    )
    expect(settings).toEqual([
      {
        text: 'fsync=on full_page_writes=on listen_addresses=127.0.0.1 synchronous_commit=on unix_socket_directories=',
      },
    ])
    const rules = await query(adminUrl, 'select distinct auth_method from pg_hba_file_rules')
    expect(rules).toEqual([{ auth_method: 'scram-sha-256' }])
    const wrong = new URL(adminUrl)
    wrong.password = 'wrong'
    await expect(query(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28P01' })
  })

  test('a second start on the same folder is rejected, in this process and in another', async () => {
    const { adminUrl } = await start()
    await expect(startEmbedded({ folder, password })).rejects.toThrow(
      `Attend already runs on ${folder}. Stop it first, or choose another DATA_DIR.`,
    )
    expect((await startElsewhere()).firstLine).toBe(
      `refused: Attend already runs on ${folder}. Stop it first, or choose another DATA_DIR.`,
    )
    expect(await query(adminUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('findCluster finds a running server without affecting it', async () => {
    expect(await findCluster({ folder, password })).toBeUndefined()
    const { adminUrl } = await start()
    expect(await findCluster({ folder, password })).toEqual({ adminUrl })
    expect(await query(adminUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('a start takes over the server of a killed Attend, with all committed data', async () => {
    const elsewhere = await startElsewhere()
    expect(elsewhere.firstLine).toBe('started')
    const found = await findCluster({ folder, password })
    await query(found?.adminUrl ?? '', `create table saved as select generate_series(1, 1000) as n`)
    await elsewhere.kill()
    const { adminUrl } = await start()
    expect(await query(adminUrl, 'select count(*)::int as n from saved')).toEqual([{ n: 1000 }])
  })

  test('of two concurrent starts one succeeds and one is rejected', async () => {
    const starts = await Promise.all([startElsewhere(), startElsewhere()])
    const lines = starts.map((one) => one.firstLine).toSorted()
    expect(lines[0]).toContain('refused: ')
    expect(lines[1]).toBe('started')
    const found = await findCluster({ folder, password })
    expect(await query(found?.adminUrl ?? '', 'select 1 as one')).toEqual([{ one: 1 }])
    for (const one of starts) await one.kill()
    await start()
  })
})
