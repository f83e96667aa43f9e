import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { download } from './download.ts'
import { isBeingDownloaded } from './is-being-downloaded.ts'

const content = Buffer.from(Array.from({ length: 90_000 }, (_, at) => at % 251))
const file = { name: 'voices.onnx', bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') }

let folder = ''
let target = ''
let server: Server
let url = ''
let requests: string[] = []
let isThere = true

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'download-'))
  target = join(folder, file.name)
  requests = []
  isThere = true
  server = createServer((request, response) => void sleep(300).then(() => respond(request, response)))
  server.on('request', ({ headers }: IncomingMessage) => requests.push(headers.range ?? 'all'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/${file.name}`
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await rm(folder, { recursive: true })
})

function respond({ headers }: IncomingMessage, response: ServerResponse): void {
  const from = Number(/^bytes=(\d+)-/.exec(headers.range ?? '')?.[1] ?? 0)
  if (!isThere) response.writeHead(503).end()
  else {
    response.writeHead(from > 0 ? 206 : 200, { 'content-length': content.length - from })
    response.end(content.subarray(from))
  }
}

const start = () => download({ url, target, file, signal: new AbortController().signal, onBytes: () => undefined })

async function leaveUnfinished(bytes: number): Promise<void> {
  await writeFile(`${target}.part`, content.subarray(0, bytes))
  await utimes(`${target}.part`, 0, 0)
}

test.each([0, 30_000])('two downloads of a file with %i bytes on disk share one transfer', async (bytes) => {
  if (bytes > 0) await leaveUnfinished(bytes)
  const [first, second] = [start(), start()]
  await first
  expect(await readFile(target)).toEqual(content)
  await second
  expect(requests).toHaveLength(1)
  expect(await readdir(folder)).toEqual([file.name])
})

test('a file counts as being downloaded while the server has not responded yet', async () => {
  await leaveUnfinished(1000)
  const running = start()
  await expect.poll(() => requests).toEqual(['bytes=1000-'])
  expect(isBeingDownloaded(target)).toBe(true)
  await running
})

test('after a failed download, another one begins at once', async () => {
  isThere = false
  await expect(start()).rejects.toThrow('answered 503')
  expect(isBeingDownloaded(target)).toBe(false)
  expect(await readdir(folder)).toEqual([])
  isThere = true
  await start()
  expect(await readFile(target)).toEqual(content)
})

test('a download ends well if another process finished the same file', async () => {
  const running = start()
  await expect.poll(() => requests).toHaveLength(1)
  await rm(`${target}.part`)
  await writeFile(target, content)
  await running
  expect(await readdir(folder)).toEqual([file.name])
})
