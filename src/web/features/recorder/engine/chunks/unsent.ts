import { api } from '#web/api/client.ts'
import { type ChunkStore, openChunkStore } from './chunk-store.ts'
import { putChunks } from './put-chunks.ts'
import { createSender } from './sender.ts'
import { anotherTab } from '../messages.ts'
import { RecorderError, storageUnreadable } from '../recorder-error.ts'
import type { Connection } from '../../recorder-state.ts'
import { lockSession } from './tab-locks.ts'
import { eraseSession, isDatabaseMissing, type SessionEntry, withDatabase } from './chunk-database.ts'

export type UnsentEvents = {
  /** Called with the recorded time that remains, in milliseconds. */
  onProgress: (waitingMs: number) => void
  onLine: (line: Connection) => void
}

/**
 * Sends a session's pending audio, however long that takes. Returns `kept` if the server accepts no more.
 * @throws if another tab has the lock, if the request for the key fails, and AbortError
 */
export async function sendUnsent(
  sessionId: string,
  { onProgress, onLine }: UnsentEvents,
  signal?: AbortSignal,
): Promise<'sent' | 'kept'> {
  const yielded = new AbortController()
  const stop = signal ? AbortSignal.any([signal, yielded.signal]) : yielded.signal
  const release = await lockSession(sessionId, () => yielded.abort())
  if (!release) throw new RecorderError(anotherTab)
  try {
    stop.throwIfAborted()
    const chunkStore = await openUnsent(sessionId, stop)
    stop.throwIfAborted()
    if (!chunkStore) return 'sent'
    onProgress(chunkStore.waitingMs())
    const sender = createSender(chunkStore, (body, aborted) => putChunks(sessionId, body, aborted), {
      onLine,
      onSaved: () => onProgress(chunkStore.waitingMs()),
      onEnd: () => {},
    })
    stop.addEventListener('abort', () => sender.stop(), { once: true })
    const end = await sender.drained()
    sender.stop()
    stop.throwIfAborted()
    await chunkStore.close()
    return end === null ? 'sent' : 'kept'
  } finally {
    release()
  }
}

/**
 * Returns a session's pending audio as recorded, one playable file per segment.
 * @throws if the request for the key fails, or nothing is stored
 */
export async function readUnsent(sessionId: string): Promise<Blob[]> {
  const chunkStore = await openUnsent(sessionId)
  if (!chunkStore) throw new Error('No audio of this session is stored in this browser')
  return chunkStore.toFiles()
}

/** Erases a session and its audio from this browser. */
export async function eraseUnsent(sessionId: string): Promise<void> {
  try {
    await eraseSession(sessionId)
  } catch (error) {
    if (!isDatabaseMissing(error)) throw error
  }
}

/** Returns null if nothing of the session is stored. @throws RecorderError if the browser's database cannot be read */
async function openUnsent(sessionId: string, signal?: AbortSignal): Promise<ChunkStore | null> {
  const session = await readEntry(sessionId)
  if (!session) return null
  return openChunkStore(session, await api.recordings.live({ sessionId }, { ...(signal && { signal }) }), () => {})
}

async function readEntry(sessionId: string): Promise<SessionEntry | undefined> {
  try {
    return await withDatabase((database) => database.get('sessions', sessionId))
  } catch (error) {
    if (isDatabaseMissing(error)) return undefined
    throw new RecorderError(storageUnreadable, { cause: error })
  }
}
