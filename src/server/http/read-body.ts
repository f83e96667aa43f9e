import type { IncomingMessage } from 'node:http'
import { fail } from '#server/fail.ts'
import { isCheapToParse } from './json-shape.ts'

/**
 * Reads a request's body into `buffer`. Returns the filled part.
 * @throws too_large if the body exceeds the buffer
 */
export async function readBody(request: IncomingMessage, buffer: Buffer): Promise<Buffer> {
  let size = 0
  for await (const part of parts(request, buffer.length)) size += part.copy(buffer, size)
  return buffer.subarray(0, size)
}

/**
 * Reads a small body.
 * @throws too_large if the body exceeds the limit
 */
export async function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  const declared = declaredBytes(request)
  const read: Buffer[] = []
  // Events are faster than iterating. The parser passes no more than was declared.
  if (declared !== undefined && declared <= limit && !request.destroyed) await readParts(request, read)
  else for await (const part of parts(request, limit)) read.push(part)
  const [only] = read
  return read.length === 1 && only ? only : Buffer.concat(read)
}

function readParts(request: IncomingMessage, read: Buffer[]): Promise<void> {
  return new Promise((resolve, reject) => {
    request.on('data', (part: Buffer) => read.push(part))
    request.once('end', resolve)
    // Also emitted if the client disconnects.
    request.once('error', reject)
  })
}

/**
 * The JSON body of a request; undefined if empty. An unparsable body is neither logged nor sent back.
 * @throws too_large; input_invalid for another content type, invalid JSON, or JSON that would take long to parse
 */
export async function readJson(request: IncomingMessage, limit: number): Promise<unknown> {
  const body = await readBytes(request, limit)
  if (body.length === 0) return undefined
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? 'application/json')) fail('input_invalid')
  if (!isCheapToParse(body)) fail('input_invalid')
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return fail('input_invalid')
  }
}

/** The Content-Length of a request; undefined for a chunked body. */
export function declaredBytes({ headers }: IncomingMessage): number | undefined {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : undefined
}

async function* parts(request: IncomingMessage, limit: number): AsyncGenerator<Buffer> {
  let size = declaredBytes(request) ?? 0
  if (size > limit) fail('too_large')
  size = 0
  for await (const part of request) {
    if (!Buffer.isBuffer(part)) throw new TypeError('the request was given an encoding')
    size += part.length
    if (size > limit) fail('too_large')
    yield part
  }
}
