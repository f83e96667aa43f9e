import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { RequestContext } from '#server/context.ts'
import { isClientDisconnect } from '#server/http/client-disconnect.ts'
import { findFileOfTicket } from './audio-files.ts'

/** Serves `GET /media/{ticket}/{n}`: one audio file as a download, decrypted while streaming. */
export async function serveAudioFile(
  context: RequestContext,
  response: ServerResponse,
  link: { ticket: string; n: number },
): Promise<void> {
  const file = await findFileOfTicket(context, link)
  const content = await file.read(context)
  response.writeHead(200, {
    'content-type': file.mediaType,
    'content-length': file.bytes,
    'content-disposition': `attachment; filename="${file.fileName}"`,
    'cache-control': 'private, no-store, no-transform',
  })
  try {
    await pipeline(Readable.from(content, { highWaterMark: 1 }), response)
  } catch (error) {
    if (!isClientDisconnect(error)) context.log.error({ err: error }, 'audio could not be sent')
  }
}
