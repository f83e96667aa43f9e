import { mkdir, mkdtemp, readdir, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, get, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { freePort } from '#server/free-port.ts'
import type { FirstResponse } from '#shared/rules/first-data.ts'
import { builtPages } from './static-files.ts'

const cookie = 'attend.session_token=a.b'
const read: string[] = []
const failing = new Set<string>()
const hanging = new Set<string>()

function readFirst(address: string): Promise<FirstResponse> {
  read.push(address)
  if (failing.has(address)) return Promise.reject(new Error('not now'))
  if (hanging.has(address)) return new Promise(() => undefined)
  return Promise.resolve({ address, status: 200, headers: {}, body: { name: '</script><script>' } })
}

/** The start of a document, and its first data. */
function parts(html: string): [string, FirstResponse[]] {
  const [, start = '', json = ''] =
    /^(.*)<script type="application\/json" id="first-data">(.*)<\/script><\/body>$/.exec(html) ?? []
  return [start, JSON.parse(json)]
}

/** The paths of the files that this process has open. */
async function openPaths(): Promise<string[]> {
  const open = await readdir('/proc/self/fd')
  return Promise.all(open.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')))
}

let folder: string
let server: Server
let url: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attend-pages-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), 'the auth app')
  await writeFile(join(folder, 'app.html'), 'the app</head></body>')
  await writeFile(join(folder, 'offline.html'), 'offline')
  await writeFile(join(folder, 'service-worker.js'), 'worker')
  const links = ['<link href="/assets/client.js">']
  const data = ['/api/me', '/api/clients/$clientId']
  await writeFile(join(folder, 'preloads.json'), JSON.stringify([{ path: '/clients/$clientId', links, data }]))
  await writeFile(join(folder, 'assets/app-1.js'), 'plain')
  await writeFile(join(folder, 'assets/app-1.js.br'), await promisify(brotliCompress)('small'))
  await writeFile(join(folder, 'assets/gone-1.js'), 'gone')
  await writeFile(join(folder, 'assets/damaged-1.js'), 'damaged')
  await writeFile(join(folder, 'assets/large-1.js'), Buffer.alloc(20_000_000))
  const pages = await builtPages(folder)
  const port = await freePort()
  server = createServer((request, response) => {
    pages(request, response, readFirst).catch(() => response.writeHead(500).end())
  })
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  server.closeAllConnections()
  await promisify(server.close.bind(server))()
  await rm(folder, { recursive: true })
})

describe('built pages', () => {
  test.each([
    ['/login', 'the auth app'],
    ['/login/', 'the auth app'],
    ['/reset-password?token=1', 'the auth app'],
    ['/invitation?invitation=1', 'the auth app'],
    ['/changelog', 'the auth app'],
  ])('the server responds at %s with %s', async (path, text) => {
    const response = await fetch(url + path)
    expect(response.status).toBe(200)
    expect(await response.text()).toBe(text)
    expect(response.headers.get('cache-control')).toBe('no-cache')
  })

  test.each(['/healthz', '/outbox', '/loginx', '/index.html', '/clients/1/2', '/.env'])(
    'unknown path %s returns 404 with the app',
    async (path) => {
      const response = await fetch(url + path)
      expect(response.status).toBe(404)
      expect(await response.text()).toMatch(/^the app/)
    },
  )

  test.each([
    ['/clients/c-1', 'the app<link href="/assets/client.js"></head>', ['/api/me', '/api/clients/c-1']],
    ['/clients/%22%3E', 'the app</head>', ['/api/me']],
    ['/', 'the app</head>', ['/api/me']],
  ])(
    'with a session cookie, the document at %s contains the links and the first data of its page',
    async (path, start, data) => {
      const response = await fetch(url + path, { headers: { cookie } })
      const [head, json] = parts(await response.text())
      expect(head).toBe(start)
      expect(json.map(({ address }) => address)).toEqual(data)
      expect(json[0]?.body).toEqual({ name: '</script><script>' })
      expect(response.headers.get('cache-control')).toBe('no-store')
    },
  )

  test('without a session cookie, the first data of a document is only the response of /api/me', async () => {
    const [, json] = parts(await (await fetch(`${url}/clients/c-1`)).text())
    expect(json.map(({ address }) => address)).toEqual(['/api/me'])
  })

  test('a document is not compressed for a browser that accepts no compression', async () => {
    const response = await fetch(`${url}/`, { headers: { cookie, 'accept-encoding': 'identity' } })
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(await response.text()).toContain('"/api/me"')
  })

  test('a document leaves out first data that cannot be read', async () => {
    failing.add('/api/clients/c-1')
    const [, json] = parts(await (await fetch(`${url}/clients/c-1`, { headers: { cookie } })).text())
    failing.clear()
    expect(json.map(({ address }) => address)).toEqual(['/api/me'])
  })

  test('a document leaves out first data that takes too long to read', async () => {
    hanging.add('/api/clients/c-1')
    const [, json] = parts(await (await fetch(`${url}/clients/c-1`, { headers: { cookie } })).text())
    hanging.clear()
    expect(json.map(({ address }) => address)).toEqual(['/api/me'])
  })

  test.each([
    { 'sec-purpose': 'prefetch' },
    { 'sec-purpose': 'prefetch;prerender' },
    { 'sec-fetch-dest': 'iframe' },
    { 'sec-fetch-dest': 'empty' },
  ])('a document that is not shown immediately reads no data: %j', async (headers) => {
    read.length = 0
    const response = await fetch(`${url}/clients/c-1`, { headers: { cookie, ...headers } })
    expect(await response.text()).toBe('the app<link href="/assets/client.js"></head></body>')
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(read).toEqual([])
  })

  test('a HEAD request for a document reads no data', async () => {
    read.length = 0
    const response = await fetch(`${url}/clients/c-1`, { method: 'HEAD', headers: { cookie } })
    expect(response.status).toBe(200)
    expect(read).toEqual([])
  })

  test('browsers can load the offline page, and must check the service worker for changes', async () => {
    expect(await (await fetch(`${url}/offline.html`)).text()).toBe('offline')
    expect((await fetch(`${url}/service-worker.js`)).headers.get('cache-control')).toBe('no-cache')
  })

  test('assets are cached permanently and compressed if accepted', async () => {
    const uncompressed = await fetch(`${url}/assets/app-1.js`, { headers: { 'accept-encoding': 'identity' } })
    expect(await uncompressed.text()).toBe('plain')
    expect(uncompressed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const small = await fetch(`${url}/assets/app-1.js`, { headers: { 'accept-encoding': 'gzip, br' } })
    expect(await small.text()).toBe('small')
  })

  test('a missing asset returns 404, and a POST request for a page returns 405', async () => {
    expect((await fetch(`${url}/assets/app-0.js`)).status).toBe(404)
    expect((await fetch(`${url}/`, { method: 'POST' })).status).toBe(405)
  })

  test('a file that was deleted returns 404, and a file that cannot be opened returns 500', async () => {
    await rm(join(folder, 'assets/gone-1.js'))
    expect((await fetch(`${url}/assets/gone-1.js`)).status).toBe(404)
    // A link to itself cannot be opened, also not by root.
    await rm(join(folder, 'assets/damaged-1.js'))
    await symlink('damaged-1.js', join(folder, 'assets/damaged-1.js'))
    expect((await fetch(`${url}/assets/damaged-1.js`)).status).toBe(500)
  })

  test.runIf(process.platform === 'linux')('a file is closed after a client disconnects', async () => {
    const path = join(folder, 'assets/large-1.js')
    await new Promise<void>((resolve) => {
      get(`${url}/assets/large-1.js`, (response) => response.once('data', () => resolve(void response.destroy())))
    })
    await vi.waitFor(async () => expect(await openPaths()).not.toContain(path))
  })
})
