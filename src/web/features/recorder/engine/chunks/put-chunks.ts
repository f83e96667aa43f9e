import type { StoredChunks } from '#shared/contract/recordings.ts'

/**
 * Consecutive chunks of one segment. `n` is the number of the first one, `endsMs` the recorded time at the end of the
 * last one.
 */
export type Body = { n: number; count: number; segment: number; mediaType: string; endsMs: number; data: ArrayBuffer }

/** Thrown if the server rejected chunks. `stored` is what the server has, if that is known. */
export class ChunksRefused extends Error {
  override readonly name = 'ChunksRefused'
  readonly status: number
  readonly code: string
  readonly stored: StoredChunks | null

  constructor(status: number, code: string, stored: StoredChunks | null) {
    super(code)
    this.status = status
    this.code = code
    this.stored = stored
  }
}

/** Returns the timeout of a request: ten seconds plus one second per 8 KB. */
function timeLimit(bytes: number): number {
  return 10_000 + Math.ceil(bytes / 8)
}

/**
 * Sends chunks of a live recording. Acknowledged chunks are durable. @throws ChunksRefused, and errors of `fetch` if
 * there is no response
 */
export async function putChunks(sessionId: string, body: Body, signal: AbortSignal): Promise<StoredChunks> {
  const response = await fetch(`/api/sessions/${encodeURIComponent(sessionId)}/chunks/${body.n}`, {
    method: 'PUT',
    headers: {
      'content-type': body.mediaType,
      'x-chunk-sha256': await sha256Hex(body.data),
      'x-chunk-count': String(body.count),
      'x-chunk-segment': String(body.segment),
      'x-chunk-ends-ms': String(Math.round(body.endsMs)),
    },
    body: body.data,
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeLimit(body.data.byteLength))]),
  })
  const answer: unknown = await response.json().catch(() => null)
  const code = property(answer, 'code')
  const stored = readStored(response.ok ? answer : property(answer, 'data'))
  if (response.ok && stored) return stored
  throw new ChunksRefused(response.ok ? 502 : response.status, typeof code === 'string' ? code : '', stored)
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function readStored(value: unknown): StoredChunks | null {
  const nextChunk = property(value, 'nextChunk')
  const savedMs = property(value, 'savedMs')
  return typeof nextChunk === 'number' && typeof savedMs === 'number' ? { nextChunk, savedMs } : null
}

/** Recording needs a secure context anyway, so the browser's SHA-256 is available. */
async function sha256Hex(data: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', data))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
