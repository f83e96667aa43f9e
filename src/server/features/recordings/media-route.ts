import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { RequestContext } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { isClientDisconnect } from '#server/http/client-disconnect.ts'
import { byteRange } from './byte-range.ts'
import { findAudioOfTicket } from './playback.ts'

/** Serves `GET` and `HEAD /media/{ticket}`: the whole audio or one range, decrypted while streaming. */
export async function serveMedia(
  context: RequestContext,
  request: IncomingMessage,
  response: ServerResponse,
  ticket: string,
): Promise<void> {
  const audio = await findAudioOfTicket(context, ticket)
  const tag = `"${audio.sessionId}-${audio.size}"`
  const condition = request.headers['if-range']
  const isUnchanged = condition === undefined || condition === tag
  const range = byteRange(isUnchanged ? request.headers.range : undefined, audio.size)

  response.setHeader('accept-ranges', 'bytes')
  response.setHeader('cache-control', 'private, no-store, no-transform')
  response.setHeader('etag', tag)
  if (range === 'unsatisfiable') {
    response.writeHead(416, { 'content-range': `bytes */${audio.size}` }).end()
    return
  }
  const part = range === 'whole' ? undefined : range
  const file = (await context.files.get(audio.storageName, part)) ?? fail('recording_missing')
  response.setHeader('content-type', audio.mediaType)
  response.setHeader('content-length', part ? part.end - part.start + 1 : audio.size)
  if (part) response.setHeader('content-range', `bytes ${part.start}-${part.end}/${audio.size}`)
  response.writeHead(part ? 206 : 200)
  if (request.method === 'HEAD') {
    response.end()
    return
  }
  try {
    await pipeline(Readable.from(file.body, { highWaterMark: 1 }), response)
  } catch (error) {
    // Players disconnect whenever a listener seeks.
    if (!isClientDisconnect(error))
      context.log.error({ err: error, sessionId: audio.sessionId }, 'a recording could not be read')
  }
}
