import type { IncomingMessage, ServerResponse } from 'node:http'
import { LiveText } from '#shared/contract/transcripts.ts'
import type { RequestContext } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { readBody } from '#server/http/read-body.ts'
import type { RawRoute } from '#server/http/server.ts'
import { noteRoute } from '#server/monitoring/request-trace.ts'
import { asCaller } from '#server/use-case/as-caller.ts'
import { withLiveSlot } from './live-slots.ts'
import { requireLiveRecording, transcribeLiveChunk } from './transcribe-live-chunk.ts'
import { maxBytes, readLiveChunk } from './live-chunk-wav.ts'

const postLiveText: RawRoute = async (request, response, context, path) => {
  const [, sessionId] = /^\/api\/sessions\/([^/]+)\/live-text$/.exec(path) ?? []
  if (request.method !== 'POST' || sessionId === undefined) return false
  noteRoute('/api/sessions/{sessionId}/live-text')
  await serveLiveText(context, request, response, sessionId)
  return true
}

/** Route that transcribes a live chunk, a few seconds of audio. */
export const transcriptRawRoutes: readonly RawRoute[] = [postLiveText]

/** Serves `POST /api/sessions/{sessionId}/live-text`. The speech engine works outside any transaction. */
async function serveLiveText(
  context: RequestContext,
  request: IncomingMessage,
  response: ServerResponse,
  sessionId: string,
): Promise<void> {
  if (!context.caller) fail('not_signed_in')
  if (!/^audio\//i.test(request.headers['content-type'] ?? '')) fail('recording_format')
  const disconnect = new AbortController()
  response.once('close', () => disconnect.abort(new Error('the browser disconnected')))
  try {
    const samples = readLiveChunk(await readBody(request, Buffer.allocUnsafe(maxBytes)))
    const { therapistId, vocabulary } = await asCaller(context, requireLiveRecording, { sessionId })
    const text = await withLiveSlot(therapistId, () =>
      transcribeLiveChunk(context, { sessionId, samples, vocabulary, signal: disconnect.signal }),
    )
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(LiveText.parse({ text })))
  } catch (error) {
    if (!disconnect.signal.aborted) throw error
  }
}
