import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestContext } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { asCaller } from '#server/use-case/as-caller.ts'
import { withWriteSlot, withChunkBuffer } from './chunk-memory.ts'
import { putChunk } from './put-chunk.ts'
import { readBody } from '#server/http/read-body.ts'

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
    // The chunk is read before the transaction begins: a slow browser must not hold a database connection.
    const data = await readBody(request, buffer)
    if (typeof sha256 !== 'string') fail('chunk_damaged')
    await withWriteSlot(() => asCaller(context, putChunk, { uploadId, n: number, sha256, data }))
  })
  response.writeHead(204).end()
}
