import type { RawRoute } from '#server/http/server.ts'
import { noteRoute } from '#server/monitoring/request-trace.ts'
import { receiveChunk } from './chunk-route.ts'
import { serveAudioFile } from './audio-file-route.ts'
import { receiveLiveChunks } from './live/chunk-route.ts'
import { serveMedia } from './media-route.ts'

const putChunk: RawRoute = async (request, response, context, path) => {
  const [, uploadId, n] = /^\/api\/uploads\/([^/]+)\/chunks\/([^/]+)$/.exec(path) ?? []
  if (request.method !== 'PUT' || uploadId === undefined || n === undefined) return false
  noteRoute('/api/uploads/{uploadId}/chunks/{n}')
  await receiveChunk(context, request, response, { uploadId, n })
  return true
}

const putLiveChunks: RawRoute = async (request, response, context, path) => {
  const [, sessionId, n] = /^\/api\/sessions\/([^/]+)\/chunks\/([^/]+)$/.exec(path) ?? []
  if (request.method !== 'PUT' || sessionId === undefined || n === undefined) return false
  noteRoute('/api/sessions/{sessionId}/chunks/{n}')
  await receiveLiveChunks(context, request, response, { sessionId, n })
  return true
}

const getMedia: RawRoute = async (request, response, context, path) => {
  const [, ticket] = /^\/media\/([^/]+)$/.exec(path) ?? []
  if ((request.method !== 'GET' && request.method !== 'HEAD') || ticket === undefined) return false
  noteRoute('/media/{ticket}')
  await serveMedia(context, request, response, ticket)
  return true
}

const getAudioFile: RawRoute = async (request, response, context, path) => {
  const [, ticket, n] = /^\/media\/([^/]+)\/(\d{1,6})$/.exec(path) ?? []
  if (request.method !== 'GET' || ticket === undefined || n === undefined) return false
  noteRoute('/media/{ticket}/{n}')
  await serveAudioFile(context, response, { ticket, n: Number(n) })
  return true
}

/** Routes that receive chunks and serve audio. */
export const recordingRawRoutes: readonly RawRoute[] = [putChunk, putLiveChunks, getMedia, getAudioFile]
