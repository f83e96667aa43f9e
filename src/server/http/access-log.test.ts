import { request } from 'node:http'
import { setTimeout as pass } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startWeb } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { traceFields } from '#server/monitoring/request-trace.ts'
import { exchange } from '#test/browser.ts'
import { buildMember, buildPlatformAdmin, buildSession } from '#test/build.ts'
import { jobsOf } from '#test/jobs.ts'
import { createWorld, type World } from '#test/world.ts'

const lines: Record<string, unknown>[] = []
const log = pino({ level: 'info', mixin: traceFields }, { write: (line) => void lines.push(JSON.parse(line)) })

let world: World
/** Port of the last opened web process. */
let port = 0
const closers: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  world = await createWorld({ providers: { log } })
})
afterEach(async () => {
  lines.length = 0
  for (const close of closers.splice(0)) await close()
})
afterAll(() => world.close())

const requests = () => lines.filter(({ msg }) => msg === 'request')

async function openWeb(settings: Partial<Config>, pages = async () => {}) {
  const web = await startWeb({ ...world.config, PORT: 0, ...settings }, world.urls, world.providers, {
    pages: async (_, response) => {
      await pages()
      response.writeHead(404).end()
    },
    development: false,
    limits: false,
    publicUrl: world.url,
  })
  closers.push(() => web.stop())
  port = web.port
  return (path: string, headers: Record<string, string> = {}) =>
    exchange(`http://127.0.0.1:${web.port}${path}`, 'GET', headers)
}

test('the log has one line per request with its pattern, status and size, and nothing that the sender wrote', async () => {
  const { userId } = await buildMember(world)
  const headers = { ...(await world.headersOf(userId)), 'user-agent': 'planted-agent' }
  const { id } = await buildSession(world, {})
  const response = await exchange(`${world.url}/api/clients/${id}?name=planted-query`, 'GET', headers)
  await exchange(`${world.url}/planted-path`, 'GET', headers)
  await expect.poll(() => requests().length).toBe(2)
  expect(requests()).toEqual([
    {
      level: 30,
      time: expect.any(Number),
      pid: expect.any(Number),
      hostname: expect.any(String),
      requestId: response.headers['x-request-id'],
      method: 'GET',
      route: '/api/clients/{clientId}',
      status: 404,
      ms: expect.any(Number),
      bytes: expect.any(Number),
      msg: 'request',
    },
    expect.objectContaining({ route: 'unmatched', status: 404 }),
  ])
  expect(Number(requests()[0]?.['bytes'])).toBeGreaterThan(response.text.length)
  const text = JSON.stringify(lines)
  for (const planted of ['planted', id, userId, '127.0.0.1']) expect(text).not.toContain(planted)
})

test('probes are not logged, and ACCESS_LOG=off logs no request', async () => {
  for (const path of ['/api/health', '/api/health/live', '/api/health/ready']) {
    const response = await exchange(world.url + path, 'GET', {})
    expect(response.headers['x-attend-version']).toMatch(/^\d+[.]\d+[.]\d+/)
  }
  const ask = await openWeb({ ACCESS_LOG: false })
  await ask('/api/me')
  await exchange(`${world.url}/api/me`, 'GET', {})
  await expect.poll(() => requests().length).toBe(1)
})

test('the response repeats the request id of a trusted proxy; a malformed id, or an id without a proxy, is replaced', async () => {
  const proxied = await openWeb({ TRUST_PROXY: true })
  const idOf = async (ask: typeof proxied, given: string) =>
    (await ask('/api/me', { 'x-request-id': given })).headers['x-request-id']
  expect(await idOf(proxied, '7f2c91ae-proxy')).toBe('7f2c91ae-proxy')
  for (const given of ['short', 'a'.repeat(200), 'has space here', 'quote"quote"', '<b>12345678</b>'])
    expect(await idOf(proxied, given)).toMatch(/^[\da-f-]{36}$/)
  const direct = await openWeb({})
  expect(await idOf(direct, '7f2c91ae-proxy')).toMatch(/^[\da-f-]{36}$/)
  expect(requests().filter(({ requestId }) => requestId === '7f2c91ae-proxy')).toHaveLength(1)
})

test('the error number that the user sees is logged with the request id of the response', async () => {
  const ask = await openWeb({}, () => Promise.reject(new Error('odd')))
  const response = await ask('/clients')
  const number = /report number (\w{8})/.exec(response.text)?.[1]
  expect(number).toBeDefined()
  expect(lines.find(({ id }) => id === number)).toMatchObject({
    level: 50,
    requestId: response.headers['x-request-id'],
  })
})

test('a sender that disconnects before the response is logged as 499', async () => {
  let respond = () => {}
  const waiting = new Promise<void>((resolve) => (respond = resolve))
  await openWeb({}, () => waiting)
  const outgoing = request(`http://127.0.0.1:${port}/clients`)
  outgoing.on('error', () => undefined).end()
  await pass(100)
  outgoing.destroy()
  await expect.poll(() => requests().length).toBe(1)
  expect(requests()).toMatchObject([{ route: 'page', status: 499, aborted: true }])
  respond()
})

test('a job carries the id of the request that enqueued it', async () => {
  const { headers } = await buildPlatformAdmin(world)
  const { id: sessionId, therapistId: userId } = await buildSession(world, { status: 'failed' })
  await world.db
    .updateTable('session_progress')
    .set({ stage: 'failed', error_code: 'unexpected' })
    .where('session_id', '=', sessionId)
    .execute()
  const path = '/api/admin/failed-sessions/run-again'
  const requestHeaders = { ...headers, 'content-type': 'application/json' }
  const response = await exchange(world.url + path, 'POST', requestHeaders, JSON.stringify({ sessionId }))
  expect(response.body).toEqual({ count: 1 })
  expect((await jobsOf(world, sessionId)).map(({ data }) => data)).toEqual([
    { sessionId, userId, requestId: response.headers['x-request-id'] },
  ])
})
