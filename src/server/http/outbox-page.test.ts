import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BrowserResponse, exchange } from '#test/browser.ts'
import { createWorld, type World, type WorldOptions } from '#test/world.ts'

const logged: string[] = []
const log = pino({ level: 'debug' }, { write: (line) => void logged.push(line) })
const mail = {
  id: '1',
  to: 'a@example.test',
  subject: '<b>Hello</b>',
  text: 'Open http://x.test/?a=1&b=2 <script>',
  at: '2026-03-02',
}
const outbox = { send: async () => {}, list: async () => [mail] }

const worlds: World[] = []
async function installation(settings: NonNullable<WorldOptions['settings']>): Promise<World> {
  const world = await createWorld({ providers: { log, outbox }, settings: { ACCESS_LOG: 'off', ...settings } })
  worlds.push(world)
  return world
}
let world: World
beforeAll(async () => {
  world = await installation({})
})
afterAll(() => Promise.all(worlds.map((one) => one.close())))

const get = (path: string, headers: Record<string, string> = {}, of = world): Promise<BrowserResponse> =>
  exchange(of.url + path, 'GET', headers)
const linkOf = (of: World) => new URL(of.outboxUrl ?? 'none:')

/** Sends a raw request line, which client libraries would normalize. */
async function sendLine(line: string, host = 'localhost', of = world): Promise<string> {
  const socket = connect(Number(new URL(of.url).port), '127.0.0.1')
  socket.end(`${line}\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)
  return await text(socket)
}

describe('outbox page', () => {
  test('the outbox page opens through its link, which leaves no token in the URL', async () => {
    const link = linkOf(world)
    expect(link.searchParams.get('token')).toMatch(/^[\w-]{43}$/)
    const opened = await get(link.pathname + link.search)
    expect(opened).toMatchObject({ status: 303, headers: { location: '/outbox' } })
    const cookie = String(opened.headers['set-cookie'])
    expect(cookie).toMatch(/; Path=\/outbox; HttpOnly; SameSite=Lax$/)
    const page = await get('/outbox', { cookie: cookie.split(';', 1)[0] ?? '' })
    expect(page.status).toBe(200)
    expect(page.text).toContain('&#60;b&#62;Hello')
    expect(page.text).not.toContain('<script>')
    expect(page.headers['cache-control']).toBe('no-store')
  })

  test.each(['/outbox', '/outbox?token=', '/outbox?token=x', `/outbox?token=${'a'.repeat(43)}`])(
    'the page at %s says where to find the link, and does not show the outbox',
    async (path) => {
      const page = await get(path, { cookie: 'attend.outbox=x' })
      expect(page.status).toBe(404)
      expect(page.text).toContain('use the link that Attend printed on its console')
      expect(page.text).not.toContain('Hello')
    },
  )

  test('the outbox has a new token after every start', async () => {
    expect(linkOf(await installation({})).search).not.toBe(linkOf(world).search)
  })

  test.each([
    ['https://attend.example', false],
    ['https://localhost:8443', true],
    ['http://192.168.1.5:4310', true],
  ])('if PUBLIC_URL is %s, the outbox exists: %s', async (PUBLIC_URL, isOpen) => {
    const one = await installation({ PUBLIC_URL, TRUST_PROXY: 'true' })
    expect(one.outboxUrl !== undefined).toBe(isOpen)
    expect((await one.anonymous.accounts.setup()).hasOutbox).toBe(isOpen)
    const token = linkOf(one.outboxUrl ? one : world).search
    expect((await get(`/outbox${token}`, {}, one)).status).toBe(isOpen ? 303 : 404)
  })
})

describe('request target that is not in origin form', () => {
  test.each(['//x/outbox', '//', '*', 'http://localhost/outbox', '/\\x/outbox', '/x/../outbox', '/x\u0007'])(
    'an invalid request target is rejected: %j',
    async (target) => {
      logged.length = 0
      const response = await sendLine(`GET ${target} HTTP/1.1`)
      expect(response).toMatch(/^HTTP\/1\.1 400 /)
      expect(response).not.toMatch(/Hello|at .*\.ts|Error:/)
      expect(logged).toEqual([])
    },
  )

  test('an invalid request target is rejected with a code for programs', async () => {
    expect(await sendLine('GET //x HTTP/1.1')).toContain('"code":"request_malformed"')
  })
})

describe('unknown host name', () => {
  test.each(['elsewhere.example', 'localhost.elsewhere.example:4310'])(
    'an unknown host name is rejected everywhere: %s',
    async (host) => {
      for (const path of ['/', '/api/me', '/media/x', '/api/auth/sign-in/email', linkOf(world).search, '/nothing']) {
        expect(await get(path.startsWith('?') ? `/outbox${path}` : path, { host })).toMatchObject({
          status: 421,
          body: { code: 'host_unknown' },
        })
      }
    },
  )

  test('an unknown host name is rejected with a page for browsers', async () => {
    const page = await get('/', { host: 'elsewhere.example', accept: 'text/html' })
    expect(page.status).toBe(421)
    expect(page.text).toContain('Attend does not respond at this host name.')
  })

  test('an unknown host name is accepted for health probes', async () => {
    expect((await get('/api/health', { host: '10.1.2.3' })).text).toBe('ok')
  })
})
