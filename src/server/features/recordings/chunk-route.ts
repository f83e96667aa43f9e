import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestContext } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { asCaller } from '#server/http/use-case.ts'
import { inTurn, withChunkBuffer } from './chunk-memory.ts'
import { putChunk } from './put-chunk.ts'

/** Serves `PUT /api/uploads/{uploadId}/chunks/{n}`: 204 once the chunk is durable. */
export async function receiveChunk(
  context: RequestContext,
  request: IncomingMessage,
  response: ServerResponse,
  { uploadId, n }: { uploadId: string; n: string },
): Promise<void> {
  if (!context.caller) fail('not_signed_in')
  const sha256 = request.headers['x-chunk-sha256']
  const number = /^\d{1,9}$/.test(n) ? Number(n) : fail('chunk_out_of_range')
  await withChunkBuffer(async (buffer) => {
    // Read before the transaction begins: a slow line must not hold a connection to the database.
    const data = await readBody(request, response, buffer)
    if (typeof sha256 !== 'string') fail('chunk_damaged')
    await inTurn(() => asCaller(context, putChunk, { uploadId, n: number, sha256, data }))
  })
  response.writeHead(204).end()
}

/** Reads a body into `buffer`; answers the part of it that was filled. */
async function readBody(request: IncomingMessage, response: ServerResponse, buffer: Buffer): Promise<Buffer> {
  const tooLarge = (): never => {
    // What is still on its way is not worth reading.
    response.setHeader('connection', 'close')
    return fail('too_large')
  }
  if (Number(request.headers['content-length'] ?? 0) > buffer.length) tooLarge()
  let size = 0
  for await (const part of request) {
    if (!Buffer.isBuffer(part)) throw new TypeError('the request was given an encoding')
    if (size + part.length > buffer.length) tooLarge()
    size += part.copy(buffer, size)
  }
  return buffer.subarray(0, size)
}
