import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loggedError } from '#server/providers/logged-error.ts'
import { buildMember } from '#test/build.ts'
import { type BrowserResponse, exchange } from '#test/browser.ts'
import { createWorld, type World } from '#test/world.ts'

const megabyte = 1024 * 1024
const logged: string[] = []
const log = pino({ level: 'trace', serializers: { err: loggedError } }, { write: (line) => void logged.push(line) })
let world: World
let member: Record<string, string>
beforeAll(async () => {
  world = await createWorld({ providers: { log }, settings: { ACCESS_LOG: 'off' } })
  member = await world.headersOf((await buildMember(world)).userId)
})
afterAll(() => world.close())
beforeEach(() => void logged.splice(0))

const json = { 'content-type': 'application/json' }
const transcripts = '/api/clients/00000000-0000-4000-8000-000000000000/transcripts'

function send(method: string, path: string, headers: Record<string, string>, body: string): Promise<BrowserResponse> {
  return exchange(world.url + path, method, { origin: world.url, ...json, ...headers }, body)
}

/** Sends a request whose body is not complete. Returns the server's early response. */
async function begin(method: string, path: string, headers: Record<string, string>, body = ''): Promise<string> {
  const socket = connect(Number(new URL(world.url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  const lines = Object.entries({ host: new URL(world.url).host, origin: world.url, ...json, ...headers })
  socket.write(
    `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n`,
  )
  socket.write(body)
  try {
    return await text(socket)
  } finally {
    socket.destroy()
  }
}

describe('declared body', () => {
  const announced = (bytes: number) => ({ 'content-length': String(bytes) })

  test.each([
    ['/api/invitations/x/accept', 'POST'],
    ['/api/me', 'PATCH'],
    [transcripts, 'POST'],
    ['/api/uploads/00000000-0000-4000-8000-000000000000/chunks/0', 'PUT'],
  ])('a declared body beyond 64 KB without a valid sign-in is rejected early: %s', async (path, method) => {
    const invalidSignIn = { cookie: String(member['cookie']).replace(/=.*/, '=made.up') }
    for (const who of [{}, invalidSignIn]) {
      const response = await begin(method, path, { ...who, ...announced(11 * megabyte) })
      expect(response).toMatch(/^HTTP\/1\.1 401 /)
      expect(response).toMatch(/\r\nconnection: close\r\n/i)
    }
  })

  test('a declared body beyond 64 KB is rejected early if the sign-in has ended', async () => {
    const { userId } = await buildMember(world)
    const endedHeaders = await world.headersOf(userId)
    await world.db.deleteFrom('auth_sessions').where('user_id', '=', userId).execute()
    expect(await begin('PATCH', '/api/me', { ...endedHeaders, ...announced(70_000) })).toMatch(/^HTTP\/1\.1 401 /)
  })

  test.each([
    ['/api/me', 'PATCH', megabyte + 1],
    [transcripts, 'POST', 4 * megabyte + 1],
    ['/api/auth/sign-in/email', 'POST', 16 * 1024 + 1],
  ])('a declared body beyond the endpoint’s limit is rejected early: %s', async (path, method, bytes) => {
    expect(await begin(method, path, { ...member, ...announced(bytes) })).toMatch(/^HTTP\/1\.1 413 /)
  })

  test('a declared body within the endpoint’s limit is read', async () => {
    const large = JSON.stringify({ firstName: 'Robin', more: 'x'.repeat(900_000) })
    expect(await send('PATCH', '/api/me', member, large)).toMatchObject({ status: 200 })
    const largeBody = JSON.stringify({ fileName: 'a.txt', content: 'x'.repeat(3_000_000) })
    expect(await send('POST', transcripts, member, largeBody)).toMatchObject({ status: 422 })
  })
})

describe('body without a length', () => {
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
  const chunked = { 'transfer-encoding': 'chunked' }

  test('a body without a length is limited to 64 KB without a sign-in', async () => {
    expect(await begin('POST', '/api/invitations/x/accept', chunked, chunk + chunk)).toMatch(/^HTTP\/1\.1 413 /)
  })

  test('a body without a length is limited to 16 KB on sign-in routes', async () => {
    expect(await begin('POST', '/api/auth/sign-in/email', chunked, chunk)).toMatch(/^HTTP\/1\.1 413 /)
  })

  test('a body without a length is limited to 1 MB with a sign-in', async () => {
    expect(await begin('PATCH', '/api/me', { ...member, ...chunked }, chunk.repeat(17))).toMatch(/^HTTP\/1\.1 413 /)
  })

  test('a body without a length is accepted if it is small', async () => {
    const response = await send('PATCH', '/api/me', { ...member, ...chunked }, JSON.stringify({ firstName: 'Robin' }))
    expect(response.status).toBe(200)
  })
})

describe('unreadable body', () => {
  const secret = 'Maya slept better'
  test.each([
    ['is truncated', `{"firstName":"${secret}`],
    ['continues after its end', `{"firstName":"a"} ${secret}`],
    ['is not JSON', secret],
    ['is deeply nested', `${'['.repeat(500)}"${secret}"${']'.repeat(500)}`],
    ['has a nested value', JSON.stringify({ firstName: { [secret]: secret } })],
    ['contains a null character', JSON.stringify({ phoneNumber: `${secret}\u0000` })],
    ['has an invalid time zone', JSON.stringify({ timeZone: secret })],
  ])('a body that %s is rejected and not logged', async (_, body) => {
    for (const path of ['/api/me', '/api/auth/sign-in/email', '/api/auth/request-password-reset']) {
      const response = await send(path === '/api/me' ? 'PATCH' : 'POST', path, member, body)
      expect(response.status).toBeGreaterThanOrEqual(400)
      expect(response.status).toBeLessThan(500)
    }
    expect(logged.join()).not.toMatch(/Maya|slept|better/)
  })

  test('a body of another content type is rejected', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect(await send('PATCH', '/api/me', { ...member, ...form }, 'firstName=x')).toMatchObject({ status: 422 })
  })

  test('a body from a disconnecting client is not logged as a failure', async () => {
    const socket: Socket = connect(Number(new URL(world.url).port), '127.0.0.1')
    socket.write(
      `PATCH /api/me HTTP/1.1\r\nhost: ${new URL(world.url).host}\r\norigin: ${world.url}\r\ncookie: ${member['cookie']}\r\ncontent-length: 50\r\n\r\n{`,
    )
    await pause(100)
    socket.destroy()
    await pause(200)
    expect(logged).toEqual([])
  })
})
