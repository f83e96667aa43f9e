import { api } from '#web/api/client.ts'
import { joinSegments } from './join-segments.ts'
import { type ChunkStore, openChunkStore } from './chunk-store.ts'
import { putChunks } from './put-chunks.ts'
import { createSender } from './sender.ts'
import { anotherTab } from '../messages.ts'
import { lockSession } from './tab-locks.ts'
import { eraseSession, openDatabase, type SessionEntry } from './chunk-database.ts'

/**
 * Sends a session's pending audio, however long that takes. `onProgress` receives the remaining recorded time. Returns
 * `kept` if the server accepts no more.
 * @throws if another tab has the lock, if the request for the key fails, and AbortError
 */
export async function sendUnsent(
  sessionId: string,
  onProgress: (waitingMs: number) => void,
  signal?: AbortSignal,
): Promise<'sent' | 'kept'> {
  const yielded = new AbortController()
  const stop = signal ? AbortSignal.any([signal, yielded.signal]) : yielded.signal
  const release = await lockSession(sessionId, () => yielded.abort())
  if (!release) throw new Error(anotherTab)
  try {
    stop.throwIfAborted()
    const chunkStore = await openUnsent(sessionId)
    if (!chunkStore) return 'sent'
    const sender = createSender(chunkStore, (body, aborted) => putChunks(sessionId, body, aborted), {
      onLine: () => {},
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
 * Returns a session's pending audio as one playable file: as recorded, or as WAV if there are several segments.
 * @throws if the request for the key fails, or nothing is stored
 */
export async function saveUnsentAsFile(sessionId: string): Promise<Blob> {
  const chunkStore = await openUnsent(sessionId)
  if (!chunkStore) throw new Error('No audio of this session is stored in this browser')
  return joinSegments(await chunkStore.toFiles())
}

/** Erases a session and its audio from this browser. */
export async function eraseUnsent(sessionId: string): Promise<void> {
  await eraseSession(sessionId)
}

async function openUnsent(sessionId: string): Promise<ChunkStore | null> {
  const session: SessionEntry | undefined = await (await openDatabase()).get('sessions', sessionId)
  if (!session) return null
  return openChunkStore(session, await api.recordings.live({ sessionId }), () => {})
}
