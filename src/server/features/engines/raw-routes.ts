import type { RawRoute } from '#server/http/server.ts'
import { asCaller } from '#server/use-case/as-caller.ts'
import { readSample } from './read-sample.ts'
import { receivePart } from './receive-part.ts'

const putPart: RawRoute = async (request, response, context, path) => {
  const [, uploadId, size, offset] = /^\/api\/engines\/files\/([0-9a-f-]{36})\/(\d{1,13})\/(\d{1,13})$/.exec(path) ?? []
  if (request.method !== 'PUT' || uploadId === undefined) return false
  await receivePart(context, request, response, { uploadId, size: Number(size), offset: Number(offset) })
  return true
}

const getSample: RawRoute = async (request, response, context, path) => {
  if (request.method !== 'GET' || path !== '/api/engines/sample') return false
  const sample = await asCaller({ ...context, whileViewing: false }, readSample, undefined)
  response.writeHead(200, { 'content-type': 'audio/webm', 'content-length': sample.length }).end(sample)
  return true
}

/** Routes that receive files of models from another computer, and that send the sample of 'Try it'. */
export const engineRawRoutes: readonly RawRoute[] = [putPart, getSample]
