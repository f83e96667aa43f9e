import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestContext } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { asCaller } from '#server/use-case/as-caller.ts'
import { isRowId } from '#server/ids.ts'
import { withWriteSlot } from '../chunk-memory.ts'
import { readBytes } from '#server/http/read-body.ts'
import { chunkBytes } from '#shared/contract/recordings.ts'
import { appendUnbatched, checkChunks } from './append-chunks.ts'

const maxNumber = 2 ** 31 - 1

/** Serves `PUT /api/sessions/{sessionId}/chunks/{n}`: 200 with the stored position, once the chunks are durable. */
export async function receiveLiveChunks(
  context: RequestContext,
  request: IncomingMessage,
  response: ServerResponse,
  { sessionId, n }: { sessionId: string; n: string },
): Promise<void> {
  if (!context.caller) fail('not_signed_in')
  const { 'content-type': mediaType = '', 'x-chunk-sha256': sha256 } = request.headers
  const first = wholeNumber(n) ?? fail('chunk_out_of_range')
  // The chunks are read before the transaction begins: a slow browser must not hold a database connection.
  const data = await readBytes(request, chunkBytes)
  if (mediaType.length > 200) fail('recording_format')
  if (typeof sha256 !== 'string') fail('chunk_damaged')
  const count = headerNumber(request, 'x-chunk-count')
  // A chunk has at least one byte, so the count is at most the length. The numbers after the chunks must stay in range.
  if (data.length > 0 && (count < 1 || count > data.length)) fail('chunk_out_of_range')
  if (first > maxNumber - count) fail('chunk_out_of_range')
  const segment = headerNumber(request, 'x-chunk-segment')
  if (segment === maxNumber) fail('chunk_out_of_range')
  const endsMs = headerNumber(request, 'x-chunk-ends-ms')
  const chunks = checkChunks({ n: first, count, segment, endsMs, mediaType, sha256, data })
  const sent = { caller: context.caller, sessionId: sessionId.toLowerCase(), chunks }
  const batched = isRowId(sessionId) ? await context.chunkBatches.append(sent) : undefined
  const stored = batched ?? (await withWriteSlot(() => asCaller(context, appendUnbatched, sent)))
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(stored))
}

function headerNumber(request: IncomingMessage, name: string): number {
  const text = request.headers[name]
  return (typeof text === 'string' ? wholeNumber(text) : undefined) ?? fail('input_invalid')
}

function wholeNumber(text: string): number | undefined {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  return number <= maxNumber ? number : undefined
}
