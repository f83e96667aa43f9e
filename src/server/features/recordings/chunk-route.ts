import type { IncomingMessage, ServerResponse } from 'node:http'
import { chunkBytes } from '#shared/contract/recordings.ts'
import type { RequestContext } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { asCaller } from '#server/http/use-case.ts'
import { putChunk } from './put-chunk.ts'

/** Serves `PUT /api/uploads/{uploadId}/chunks/{n}`: 204 once the chunk is durable. */
export async function receiveChunk(
  context: RequestContext,
  request: IncomingMessage,
  response: ServerResponse,
  { uploadId, n }: { uploadId: string; n: string },
): Promise<void> {
  if (!context.caller) fail('not_signed_in')
  // Read before the transaction begins: a slow line must not hold a connection to the database.
  const data = await readBody(request, response, chunkBytes)
  const sha256 = request.headers['x-chunk-sha256']
  const number = /^\d{1,9}$/.test(n) ? Number(n) : fail('chunk_out_of_range')
  if (typeof sha256 !== 'string') fail('chunk_damaged')
  await asCaller(context, putChunk, { uploadId, n: number, sha256, data })
  response.writeHead(204).end()
}

async function readBody(request: IncomingMessage, response: ServerResponse, limit: number): Promise<Buffer> {
  const tooLarge = (): never => {
    // What is still on its way is not worth reading.
    response.setHeader('connection', 'close')
    return fail('too_large')
  }
  if (Number(request.headers['content-length'] ?? 0) > limit) tooLarge()
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request) {
    if (!Buffer.isBuffer(part)) throw new TypeError('the request was given an encoding')
    size += part.length
    if (size > limit) tooLarge()
    parts.push(part)
  }
  return Buffer.concat(parts, size)
}
