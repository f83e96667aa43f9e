import { createHash } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { ListedModel } from './port.ts'

/** The files of the small model. */
export const contents: Readonly<Record<string, Buffer>> = {
  'x-encoder.int8.onnx': Buffer.alloc(300_000, 'encoder'),
  'x-decoder.int8.onnx': Buffer.alloc(200_000, 'decoder'),
  'x-tokens.txt': Buffer.from('tokens'),
}

/** A small model whose files the mirror has. */
export const smallModel: ListedModel = {
  id: 'small',
  kind: 'speech',
  name: 'Small',
  about: 'English',
  license: 'MIT',
  base: 'https://models.invalid/small/',
  files: Object.entries(contents).map(([name, content]) => ({
    name,
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  })),
  memory: 1000,
  isDefault: true,
}

/** Faults of the mirror. Each lasts until it is changed. */
export interface Behavior {
  status?: number
  /** Bytes after which the connection breaks, once. */
  cutAt?: number
  /** Other bytes of the right length. */
  isGarbled?: boolean
  /** Content of another length. */
  isLonger?: boolean
  ignoresRange?: boolean
  /** Ranges that do not begin at the requested position. */
  hasOtherRange?: boolean
  redirectsTo?: string
  /** Compresses files, also if the request does not accept that. */
  compresses?: 'if accepted' | 'always'
  /** Milliseconds between parts of 20 kB. */
  slowMs?: number
}

export interface Mirror {
  url: string
  /** File and range of each request. */
  requests: string[]
  behavior: Behavior
  close(): Promise<void>
}

/** A server of the small model on this machine, with the faults of real ones. */
export async function openMirror(port = 0): Promise<Mirror> {
  const server = createServer((request, response) => {
    const [, id, name = ''] = (request.url ?? '').split('/')
    const { range } = request.headers
    mirror.requests.push(`${name} ${range ?? ''}`.trim())
    const content = id === smallModel.id ? contents[name] : undefined
    const { compresses } = mirror.behavior
    const isAccepted = request.headers['accept-encoding']?.includes('gzip') ?? false
    if (content && (compresses === 'always' || (compresses && isAccepted))) sendCompressed(content, response)
    else void respond(mirror.behavior, content, range, response)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  const mirror: Mirror = {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    requests: [],
    behavior: {},
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return mirror
}

function sendCompressed(content: Buffer, response: ServerResponse): void {
  const body = gzipSync(content)
  response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': body.length }).end(body)
}

async function respond(
  behavior: Behavior,
  content: Buffer | undefined,
  range: string | undefined,
  response: ServerResponse,
): Promise<void> {
  const { status, isGarbled, isLonger, ignoresRange, hasOtherRange, redirectsTo, slowMs } = behavior
  if (redirectsTo !== undefined) return void response.writeHead(302, { location: redirectsTo }).end()
  if (status !== undefined || !content) return void response.writeHead(status ?? 404).end()
  const start = ignoresRange ? 0 : Number(/bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0)
  const servedContent = isGarbled ? Buffer.alloc(content.length) : content
  const body = isLonger
    ? Buffer.concat([servedContent.subarray(start), Buffer.alloc(10)])
    : servedContent.subarray(start)
  const from = hasOtherRange ? start + 1 : start
  const partial = start > 0 ? { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` } : {}
  response.writeHead(start > 0 ? 206 : 200, { 'content-length': body.length, ...partial })
  const { cutAt } = behavior
  delete behavior.cutAt
  if (cutAt !== undefined) return void response.write(body.subarray(0, cutAt), () => response.socket?.end())
  if (slowMs === undefined) return void response.end(body)
  for (let at = 0; at < body.length && !response.destroyed; at += 20_000) {
    response.write(body.subarray(at, at + 20_000))
    await sleep(slowMs)
  }
  response.end()
}
