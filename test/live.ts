import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { StoredChunks } from '#shared/contract/recordings.ts'
import type { Sender } from './upload.ts'

export interface LiveResponse {
  status: number
  /** The stored chunks. Set if the chunks were stored, or rejected because of a gap. */
  stored: StoredChunks | undefined
  code: string | undefined
}

export interface LivePart {
  bytes: Uint8Array<ArrayBuffer>
  /** Number of the first of `count` chunks. */
  n: number
  count?: number
  segment?: number
  endsMs?: number
  mediaType?: string
  sha256?: string
}

/** A chunk sender's URL and headers. */
export interface Browser {
  world: { url: string }
  headers: Record<string, string>
}

/** Milliseconds of one chunk, as in the recorder. */
export const sliceMs = 500

/** Sends chunks of a live recording in one body, as the recorder does. Omitted values derive from `n` and `count`. */
export async function putLive(
  { world, headers }: Browser,
  sessionId: string,
  { bytes, n, count = 1, segment = 0, ...part }: LivePart,
): Promise<LiveResponse> {
  const response = await fetch(`${world.url}/api/sessions/${sessionId}/chunks/${n}`, {
    method: 'PUT',
    headers: {
      ...headers,
      'content-type': part.mediaType ?? 'audio/webm;codecs=opus',
      'x-chunk-sha256': part.sha256 ?? createHash('sha256').update(bytes).digest('hex'),
      'x-chunk-count': String(count),
      'x-chunk-segment': String(segment),
      'x-chunk-ends-ms': String(part.endsMs ?? (n + count) * sliceMs),
    },
    body: bytes,
  })
  const answer = await response.json()
  return { status: response.status, stored: response.ok ? answer : (answer.data ?? undefined), code: answer.code }
}

/** A short recording in the format of a browser's recorder: WebM without duration and index. */
export async function spokenWebm(): Promise<Buffer<ArrayBuffer>> {
  return Buffer.from(await readFile(new URL('../src/server/providers/media/fixtures/live.webm', import.meta.url)))
}

/** Splits a recording into this many chunks, none empty. */
export function slicesOf(bytes: Buffer<ArrayBuffer>, count: number): Buffer<ArrayBuffer>[] {
  const cutAt = (at: number) => Math.floor((bytes.length * at) / count)
  return Array.from({ length: count }, (_, at) => bytes.subarray(cutAt(at), cutAt(at + 1)))
}

/** Starts a recorded session. */
export async function startLive({ api }: Pick<Sender, 'api'>, clientId: string) {
  return await api.recordings.start({ clientId, requestId: randomUUID() })
}

/** Sends the chunks of a segment one by one, starting with number `n`. Returns the number of the next chunk. */
export async function sendSegment(
  from: Browser,
  sessionId: string,
  chunks: readonly Uint8Array<ArrayBuffer>[],
  { n = 0, segment = 0, mediaType = 'audio/webm;codecs=opus' } = {},
): Promise<number> {
  for (const [at, bytes] of chunks.entries()) {
    const { status, code } = await putLive(from, sessionId, { bytes, n: n + at, segment, mediaType })
    if (status !== 200) throw new Error(`chunk ${n + at} failed with ${status} ${code ?? ''}`)
  }
  return n + chunks.length
}

/** Records a whole session with this many chunks per segment, and ends it. Returns the session. */
export async function recordLive(
  from: Sender,
  clientId: string,
  segments: readonly Buffer<ArrayBuffer>[],
  { chunksEach = 8 } = {},
): Promise<string> {
  const { sessionId } = await startLive(from, clientId)
  let n = 0
  for (const [segment, bytes] of segments.entries()) {
    n = await sendSegment(from, sessionId, slicesOf(bytes, chunksEach), { n, segment })
  }
  await from.api.recordings.end({ sessionId, chunks: n })
  return sessionId
}
