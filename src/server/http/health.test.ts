import { setTimeout as pass } from 'node:timers/promises'
import { tmpdir } from 'node:os'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startWeb, startWorker, type WebRole } from '#server/app.ts'
import { version } from '#server/version.ts'
import { exchange } from '#test/browser.ts'
import { openProxy, type Proxy, urlsThrough } from '#test/proxy.ts'
import { createWorld, type World } from '#test/world.ts'
import { createProbeListener } from './health.ts'
import { openListener } from './listener.ts'

let world: World
let proxy: Proxy
let web: WebRole

beforeEach(async () => {
  world = await createWorld({ settings: { DATA_DIR: tmpdir(), LOG_LEVEL: 'silent' } })
  proxy = await openProxy(new URL(world.urls.app_web))
  web = await startWeb({ ...world.config, PORT: 0 }, urlsThrough(proxy, world.urls), world.providers, {
    pages: async (_, response) => void response.writeHead(404).end(),
    development: false,
    limits: false,
    publicUrl: world.url,
  })
})
afterEach(async () => {
  await web.stop()
  await proxy.close().catch(() => undefined)
  await world.close()
})

const ask = (path: string, port = web.port) => exchange(`http://127.0.0.1:${port}${path}`, 'GET', { host: '10.1.2.3' })

const well = { database: 'ok', files: 'ok', queue: 'ok', disk: 'ok' }

test('a working process is live and ready, under every host name and without a sign-in', async () => {
  expect(await ask('/api/health/live')).toMatchObject({ status: 200, body: { status: 'live' } })
  const response = await ask('/api/health/ready')
  expect(response).toMatchObject({ status: 200, body: { status: 'ready', ...well } })
  expect(Object.keys(response.body ?? {})).toEqual(['status', 'version', 'database', 'files', 'queue', 'disk'])
  expect((await ask('/api/health/other')).status).not.toBe(200)
})

test('a process without its database is live but not ready; it is ready again when the database responds', async () => {
  await proxy.close()
  const failing = { status: 503, body: { status: 'not ready', database: 'failing', queue: 'failing', files: 'ok' } }
  await expect.poll(() => ask('/api/health/ready'), { timeout: 10_000 }).toMatchObject(failing)
  expect((await ask('/api/health/live')).status).toBe(200)
  await proxy.open()
  await expect.poll(async () => (await ask('/api/health/ready')).status, { timeout: 10_000 }).toBe(200)
})

test('an unresponsive database is reported as silent within 3.5 seconds', async () => {
  await ask('/api/health/ready')
  await pass(1200)
  proxy.dropPackets()
  const before = performance.now()
  const response = await ask('/api/health/ready')
  expect(performance.now() - before).toBeLessThan(3500)
  expect(response).toMatchObject({ status: 503, body: { status: 'not ready', database: 'silent', files: 'ok' } })
  expect((await ask('/api/health/live')).status).toBe(200)
})

test('a worker without its data folder is live but not ready', async () => {
  const config = { ...world.config, DATA_DIR: '/nowhere/at/all' }
  const worker = await startWorker(config, world.urls, world.providers)
  const listener = await openListener('127.0.0.1', 0)
  try {
    expect((await ask('/api/health/live', listener.port)).status).toBe(200)
    expect((await ask('/api/health/ready', listener.port)).status).toBe(503)
    listener.serve(createProbeListener(worker.readiness))
    expect((await ask('/api/health/live', listener.port)).status).toBe(200)
    expect(await ask('/api/health/ready', listener.port)).toMatchObject({
      status: 503,
      body: { ...well, status: 'not ready', disk: 'failing' },
    })
    expect((await ask('/api/clients', listener.port)).status).toBe(404)
  } finally {
    await listener.close()
    await worker.stop()
  }
})

test('a draining process serves requests, closes their connections and is not ready', async () => {
  const listener = await openListener('127.0.0.1', 0)
  listener.serve((_, response) => void response.end('served'))
  const url = `http://127.0.0.1:${listener.port}`
  const before = await fetch(`${url}/page`)
  expect(before.headers.get('connection')).toBe('keep-alive')
  const drained = listener.drain(500)
  const [page, ready, live] = await Promise.all(
    ['/page', '/api/health/ready', '/api/health/live'].map((path) => fetch(`${url}${path}`)),
  )
  expect([page?.status, await page?.text(), page?.headers.get('connection')]).toEqual([200, 'served', 'close'])
  expect([ready?.status, await ready?.json(), live?.status]).toEqual([503, { status: 'stopping', version }, 200])
  await drained
  await listener.close()
  await expect(fetch(url)).rejects.toThrow('fetch failed')
})
