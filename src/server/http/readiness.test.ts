import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startWeb, type WebRole } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import type { RoleUrls } from '#server/db/roles.ts'
import { createFiles } from '#server/providers/files/create.ts'
import type { Files } from '#server/providers/files/port.ts'
import { startS3TestServer } from '#server/providers/files/s3.test-server.ts'
import { openProxy, type Proxy, urlsThrough } from '#test/proxy.ts'
import { mountSmallFolder } from '#test/small-disk.ts'
import { createWorld, type World } from '#test/world.ts'

const testTimeoutMs = 120_000
/** Maximum time from an outage until the process is not ready. */
const offWithinMs = 5000
const recoveryTimeout = { timeout: 60_000, interval: 100 }

let world: World
let web: WebRole
const undo: (() => unknown)[] = []
beforeAll(async () => {
  world = await createWorld({ settings: { DATA_DIR: tmpdir(), LOG_LEVEL: 'silent' } })
})
afterEach(async () => {
  await web.stop()
  for (const back of undo.splice(0).toReversed()) await back()
})
afterAll(() => world.close())

interface Changes {
  urls?: RoleUrls
  config?: Partial<Config>
  files?: Files
}

async function start({ urls = world.urls, config = {}, files = world.providers.files }: Changes): Promise<void> {
  web = await startWeb(
    { ...world.config, ...config, PORT: 0 },
    urls,
    { ...world.providers, files },
    {
      pages: async (_, response) => void response.writeHead(404).end(),
      development: false,
      limits: false,
      publicUrl: world.url,
    },
  )
  expect(await readiness()).toMatchObject({ code: 200 })
}

async function readiness(): Promise<Record<string, unknown>> {
  const response = await fetch(`http://127.0.0.1:${web.port}/api/health/ready`)
  return { code: response.status, ...Object(await response.json()) }
}

/** Waits until the readiness endpoint returns 503 and reports the part as failing or silent. Returns the elapsed milliseconds. */
async function millisecondsUntilOff(part: string): Promise<number> {
  const startedAt = performance.now()
  await expect
    .poll(readiness, recoveryTimeout)
    .toMatchObject({ code: 503, [part]: expect.stringMatching(/^(failing|silent)$/) })
  return performance.now() - startedAt
}

async function proxyTo(address: string): Promise<Proxy> {
  const proxy = await openProxy(new URL(address))
  undo.push(() => proxy.close().catch(() => undefined))
  return proxy
}

test(
  'a silent database turns readiness off within five seconds, and on again when the database responds',
  { timeout: testTimeoutMs },
  async () => {
    const proxy = await proxyTo(world.urls.app_web)
    await start({ urls: urlsThrough(proxy, world.urls) })
    proxy.dropPackets()
    expect(await millisecondsUntilOff('database')).toBeLessThan(offWithinMs)
    proxy.resume()
    await expect.poll(readiness, recoveryTimeout).toMatchObject({ code: 200 })
  },
)

test(
  'a database that accepts no changes turns readiness off within five seconds, and on again when it accepts changes',
  { timeout: testTimeoutMs },
  async () => {
    await start({})
    const { username, pathname } = new URL(world.urls.app_web)
    const login = decodeURIComponent(username)
    const database = pathname.slice(1)
    // Databases of other tests have the same logins.
    const here = sql`alter role ${sql.id(login)} in database ${sql.id(database)}`
    const set = async (value: string) => {
      await sql`${here} set default_transaction_read_only = ${sql.lit(value)}`.execute(world.db)
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where usename = ${login} and datname = ${database}`.execute(world.db)
    }
    undo.push(() => sql`${here} reset default_transaction_read_only`.execute(world.db))
    await set('on')
    expect(await millisecondsUntilOff('database')).toBeLessThan(offWithinMs)
    await set('off')
    await expect.poll(readiness, recoveryTimeout).toMatchObject({ code: 200 })
  },
)

test.for(['dead', 'silent'] as const)(
  'a %s file store turns readiness off within five seconds, and on again when the store responds',
  { timeout: testTimeoutMs },
  async (kind) => {
    const store = await startS3TestServer()
    undo.push(() => store.close())
    const { port } = new URL(store.endpoint)
    const proxy = await proxyTo(store.endpoint)
    const endpoint = store.endpoint.replace(port, String(proxy.port))
    const keys = { masterKey: randomBytes(32), accessKeyId: 'id', secretAccessKey: 'key' }
    await start({ files: createFiles({ kind: 's3', endpoint, region: 'auto', ...keys }) })
    if (kind === 'dead') await proxy.close()
    else proxy.dropPackets()
    expect(await millisecondsUntilOff('files')).toBeLessThan(offWithinMs)
    if (kind === 'dead') await proxy.open()
    else proxy.resume()
    await expect.poll(readiness, recoveryTimeout).toMatchObject({ code: 200 })
  },
)

test(
  'a full disk turns readiness off within five seconds, and on again when there is space',
  { timeout: testTimeoutMs },
  async (context) => {
    // 256 MiB must stay free.
    const disk = mountSmallFolder('260m')
    if (!disk) {
      context.skip()
      return
    }
    undo.push(() => disk.remove())
    await start({ config: { DATA_DIR: disk.folder } })
    await writeFile(join(disk.folder, 'filling'), randomBytes(8 * 1024 ** 2))
    expect(await millisecondsUntilOff('disk')).toBeLessThan(offWithinMs)
    await rm(join(disk.folder, 'filling'))
    await expect.poll(readiness, recoveryTimeout).toMatchObject({ code: 200 })
  },
)
