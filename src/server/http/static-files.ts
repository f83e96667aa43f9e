import { open, readdir, readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, relative, sep } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { constants, createGzip } from 'node:zlib'
import { isPublic } from '#shared/rules/auth-app-paths.ts'
import { errorCode } from '#server/start-failure.ts'
import { isClientDisconnect } from './client-disconnect.ts'
import { firstDataElement, isShownAtOnce, type ReadFirst } from './first-data.ts'
import { type AppDocument, type PagePreload, pagesWithPreloads } from './page-preloads.ts'
import { isPage } from './pages.ts'
import { hasSessionCookie } from './session-cookie.ts'

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

export type PageServer = (request: IncomingMessage, response: ServerResponse, readFirst: ReadFirst) => Promise<void>

/**
 * Serves the built pages. Only files present at start are served, so paths cannot escape the folder. Hashed assets are
 * cached permanently; a missing asset returns 404, never the page. Unknown paths return 404 with the app. For signed-in
 * users the document preloads the files of its page and contains its first data (decision 0137). Prefers compressed copies (`.br`, `.gz`).
 * The returned function rejects if a file cannot be opened or read.
 */
export async function builtPages(folder: string): Promise<PageServer> {
  const files = new Set(await filesBelow(folder))
  const [outside, app, preloads] = await Promise.all([
    readFile(join(folder, 'index.html')),
    readFile(join(folder, 'app.html'), 'utf8'),
    readPreloads(folder),
  ])
  const pageOf = pagesWithPreloads(app, preloads)

  return async (request, response, readFirst) => {
    const path = new URL(request.url ?? '/', 'http://local').pathname
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return void response.writeHead(405, { allow: 'GET, HEAD' }).end()
    if (files.has(path) && (path === offlinePage || !path.endsWith('.html')))
      return sendFile(folder, files, path, request, response)
    if (path.startsWith('/assets/'))
      return void response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found')
    // The app shows the 'page not found' message.
    response.statusCode = isPage(path) ? 200 : 404
    response.setHeader('content-type', 'text/html; charset=utf-8')
    // Without a session cookie, the app leads to sign-in, and other data would be refused.
    const page = (hasSessionCookie(request) && pageOf(path)) || { html: app, data: [accountAddress] }
    if (!isPublic(path) && isShownAtOnce(request)) return sendWithData(request, response, page, readFirst)
    response.setHeader('cache-control', 'no-cache')
    response.end(request.method === 'HEAD' ? undefined : isPublic(path) ? outside : page.html)
  }
}

/** Every page of the app requests the account. */
const accountAddress = '/api/me'

/** After this time a document ends without the data that is still being read, because scripts wait for the end of their document. */
const dataDeadlineMs = 1_500

/** Sends a document up to the end of its body immediately, so that its files load while the data is read. */
async function sendWithData(
  request: IncomingMessage,
  response: ServerResponse,
  { html, data }: AppDocument,
  readFirst: ReadFirst,
) {
  const isCompressed = /\bgzip\b/.test(request.headers['accept-encoding']?.toString() ?? '')
  // Browsers must not store the data; it is read again for every document.
  response.setHeader('cache-control', 'no-store')
  response.setHeader('vary', 'accept-encoding')
  if (isCompressed) response.setHeader('content-encoding', 'gzip')
  const [start = '', end = ''] = html.split('</body>')
  const document = isCompressed ? createGzip({ flush: constants.Z_SYNC_FLUSH }) : new PassThrough()
  document.pipe(response)
  document.write(start)
  // The page itself requests data that could not be read in time.
  const tooLate = sleep(dataDeadlineMs, undefined, { ref: false })
  const responses = await Promise.all(
    data.map((address) => Promise.race([readFirst(address).catch(() => undefined), tooLate])),
  )
  document.end(`${firstDataElement(responses)}</body>${end}`)
}

/** Shown by the service worker when the server cannot be reached. */
const offlinePage = '/offline.html'

async function readPreloads(folder: string): Promise<PagePreload[]> {
  return JSON.parse(await readFile(join(folder, 'preloads.json'), 'utf8'))
}

async function sendFile(
  folder: string,
  files: ReadonlySet<string>,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const accepted = request.headers['accept-encoding']?.toString() ?? ''
  const encoding = (['br', 'gzip'] as const).find((name) => accepted.includes(name) && files.has(path + suffixes[name]))
  const file = join(folder, path + (encoding ? suffixes[encoding] : ''))
  await using content = await openFile(file)
  // A new build has replaced the files that this process serves.
  if (!content) return notFound(response)
  const { size } = await content.stat()
  response.writeHead(200, {
    'content-type': mediaTypes[extname(path)] ?? 'application/octet-stream',
    'content-length': size,
    'cache-control': cacheControl(path),
    vary: 'accept-encoding',
    ...(encoding ? { 'content-encoding': encoding } : {}),
  })
  if (request.method === 'HEAD') return void response.end()
  try {
    await pipeline(content.createReadStream(), response)
  } catch (error) {
    if (!isClientDisconnect(error)) throw error
  }
}

/** Undefined if the file does not exist. */
async function openFile(path: string) {
  try {
    return await open(path)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

function cacheControl(path: string): string {
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable'
  return path === '/service-worker.js' ? 'no-cache' : 'public, max-age=3600'
}

function notFound(response: ServerResponse) {
  response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found')
}

const suffixes = { br: '.br', gzip: '.gz' } as const

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`)
}
