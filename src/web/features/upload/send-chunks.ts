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

/** The file is not the one of the interrupted upload, despite the same name and size. */
export class AnotherFile extends Error {
  override readonly name = 'AnotherFile'
}

/** An error response of the chunk route; `readError` reads it like any other failure. */
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
const longestPauseMs = 15_000

/**
 * Sends the missing chunks of a file. It waits during connection loss and resumes automatically.
 * @throws if the server rejects a chunk for good or does not recover
 */
export async function sendChunks(
  file: Blob,
  upload: Pick<Upload, 'id' | 'nextChunk' | 'chunkBytes'>,
  watcher: Watcher,
): Promise<void> {
  const { chunkBytes } = upload
  const count = Math.ceil(file.size / chunkBytes)
  let next = upload.nextChunk
  let sent = Math.min(file.size, next * chunkBytes)
  watcher.onSent(sent)
  const send = async () => {
    for (let n = next++; n < count && !watcher.signal.aborted; n = next++) {
      const bytes = await sendChunk(file, upload, n, watcher)
      sent += bytes
      watcher.onSent(sent)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, send))
  watcher.signal.throwIfAborted()
}

/**
 * Verifies the file of an interrupted upload by resending the first and the last consecutive chunk on the server, which
 * rejects different content for an existing number.
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

/** Returns the number of bytes of the chunk. */
async function sendChunk(
  file: Blob,
  { id, chunkBytes }: Pick<Upload, 'id' | 'chunkBytes'>,
  n: number,
  watcher: Watcher,
): Promise<number> {
  const data = await file.slice(n * chunkBytes, (n + 1) * chunkBytes).arrayBuffer()
  const sha256 = await sha256Hex(data)
  await untilReached(() => putChunk(id, n, data, sha256, watcher.signal), watcher)
  return data.byteLength
}

/** Retries an idempotent call: indefinitely without a response, a few times after transient errors. */
export async function untilReached<Answer>(
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
      await pause(Math.min(longestPauseMs, 500 * 2 ** tries), signal)
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
