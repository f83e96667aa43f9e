import type { Upload } from '#shared/contract/recordings.ts'
import { toRequestError } from '#web/api/auth.ts'
import { readError } from '#web/api/errors.ts'
import { pause } from '#web/api/pause.ts'
import { sha256Hex } from './sha256.ts'

export type Watcher = {
  signal: AbortSignal
  /** Called with the number of bytes on the server. */
  onSent: (bytes: number) => void
  /** Called when the server becomes unreachable or reachable. */
  onWaiting: (isWaiting: boolean) => void
}

/** Thrown if the file differs from the file of the interrupted upload, although name and size are the same. */
export class AnotherFile extends Error {
  override readonly name = 'AnotherFile'
}

/** An error response of the route for chunks. `readError` reads it like other failures. */
class ChunkRefused extends Error {
  override readonly name = 'ChunkRefused'
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

const inFlight = 2
const attempts = 5
const maxPauseMs = 15_000

/**
 * Sends the missing chunks of a file. While the connection is lost, it waits and then resumes.
 * @throws if the server rejects a chunk or does not recover
 */
export async function sendChunks(
  file: Blob,
  upload: Pick<Upload, 'id' | 'nextChunk' | 'chunkBytes'>,
  watcher: Watcher,
): Promise<void> {
  const { chunkBytes } = upload
  const count = Math.ceil(file.size / chunkBytes)
  let next = upload.nextChunk
  let sentBytes = Math.min(file.size, next * chunkBytes)
  watcher.onSent(sentBytes)
  const send = async () => {
    for (let n = next++; n < count && !watcher.signal.aborted; n = next++) {
      const bytes = await sendChunk(file, upload, n, watcher)
      sentBytes += bytes
      watcher.onSent(sentBytes)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, send))
  watcher.signal.throwIfAborted()
}

/**
 * Checks whether the file is the one of an interrupted upload. Sends again the first and the last of the chunks on the
 * server, which rejects other content for an existing number.
 * @throws AnotherFile
 */
export async function confirmFile(
  file: Blob,
  upload: Pick<Upload, 'id' | 'nextChunk' | 'chunkBytes'>,
  watcher: Watcher,
): Promise<void> {
  if (upload.nextChunk === 0) return
  try {
    for (const n of new Set([0, upload.nextChunk - 1])) await sendChunk(file, upload, n, watcher)
  } catch (error) {
    throw readError(error).code === 'chunk_out_of_range' ? new AnotherFile() : error
  }
}

/** Sends a chunk and returns its number of bytes. */
async function sendChunk(
  file: Blob,
  { id, chunkBytes }: Pick<Upload, 'id' | 'chunkBytes'>,
  n: number,
  watcher: Watcher,
): Promise<number> {
  const data = await file.slice(n * chunkBytes, (n + 1) * chunkBytes).arrayBuffer()
  const sha256 = await sha256Hex(data)
  await withRetry(() => putChunk(id, n, data, sha256, watcher.signal), watcher)
  return data.byteLength
}

/** Retries an idempotent call: without limit if there is no response, a few times after transient errors. */
export async function withRetry<Answer>(
  call: () => Promise<Answer>,
  { signal, onWaiting }: Pick<Watcher, 'signal' | 'onWaiting'>,
): Promise<Answer> {
  let refused = 0
  for (let tries = 0; ; tries++) {
    try {
      const answer = await call()
      onWaiting(false)
      return answer
    } catch (error) {
      const { code, status } = readError(error)
      signal.throwIfAborted()
      if (code !== 'unreachable') {
        const mayHelp = code === 'chunk_damaged' || status === 429 || (status !== null && status >= 500)
        if (!mayHelp || ++refused >= attempts) throw error
      }
      onWaiting(true)
      await pause(Math.min(maxPauseMs, 500 * 2 ** tries), signal)
      signal.throwIfAborted()
    }
  }
}

async function putChunk(id: string, n: number, data: ArrayBuffer, sha256: string, signal: AbortSignal): Promise<void> {
  const response = await fetch(`/api/uploads/${encodeURIComponent(id)}/chunks/${n}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream', 'x-chunk-sha256': sha256 },
    body: data,
    signal,
  })
  if (response.ok) return
  const { status, code, message } = await toRequestError(response, '')
  throw new ChunkRefused(status, code, message)
}
