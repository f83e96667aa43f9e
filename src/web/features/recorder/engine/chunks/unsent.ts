import { api } from '#web/api/client.ts'
import { waitingMs } from './pending-chunks.ts'
import { joinSegments } from './join-segments.ts'
import { type ChunkStore, openChunkStore } from './chunk-store.ts'
import { putChunks } from './put-chunks.ts'
import { createSender } from './sender.ts'
import { anotherTab } from '../messages.ts'
import { lockedElsewhere, lockSession, ifUnlocked } from './tab-locks.ts'
import { eraseAudio, eraseSession, ofSession, openDatabase, type SessionEntry } from './chunk-database.ts'

/** A session recorded in this browser, with its pending audio. */
export type Unsent = {
  sessionId: string
  clientId: string
  startedAt: string
  /** Number of chunks the server may not have. */
  chunks: number
  /** Recorded time of these chunks, in milliseconds. */
  ms: number
  /** Whether another tab is recording or sending it. */
  isHeldByAnotherTab: boolean
}

/** How long sessions without local audio are remembered, in milliseconds. */
const rememberMs = 30 * 24 * 60 * 60_000

/** Sessions this user recorded in this browser and did not process here, newest first. */
export async function listUnsent(userId: string): Promise<Unsent[]> {
  const database = await openDatabase()
  const mine = (await database.getAll('sessions')).filter((session) => session.userId === userId)
  const held = await lockedElsewhere(mine.map(({ sessionId }) => sessionId))
  const found = await Promise.all(
    mine.map(async ({ sessionId, clientId, startedAt, sending }) => {
      const chunks = await database.getAll('chunks', ofSession(sessionId))
      const waiting = chunks.filter(({ n, isSent }) => !isSent && n >= (sending?.from ?? 0))
      const isHeldByAnotherTab = held.has(sessionId)
      if (waiting.length === 0) await ifUnlocked(sessionId, () => tidy(sessionId, startedAt, chunks.length))
      return { sessionId, clientId, startedAt, chunks: waiting.length, ms: waitingMs(waiting), isHeldByAnotherTab }
    }),
  )
  return found.toSorted((one, other) => other.startedAt.localeCompare(one.startedAt))
}

/** Removes first chunks that were retained only to make their segments playable. */
async function tidy(sessionId: string, startedAt: string, chunks: number): Promise<void> {
  if (Date.now() - Date.parse(startedAt) > rememberMs) await eraseSession(sessionId)
  else if (chunks > 0) await eraseAudio(sessionId)
}

/**
 * Sends a session's pending audio, for as long as it takes; `onProgress` gets the remaining recorded time. Returns
 * `kept` when the server accepts no more.
 * @throws if another tab has it, if the key request fails, and AbortError
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
 * A session's pending audio as one playable file: as recorded, or as WAV if there are several segments.
 * @throws if the key request fails or nothing is stored
 */
export async function saveUnsentAsFile(sessionId: string): Promise<Blob> {
  const chunkStore = await openUnsent(sessionId)
  if (!chunkStore) throw new Error('No audio of this session is stored in this browser')
  return joinSegments(await chunkStore.toFiles())
}

/** Erases a session from this browser. */
export async function eraseUnsent(sessionId: string): Promise<void> {
  await eraseSession(sessionId)
}

async function openUnsent(sessionId: string): Promise<ChunkStore | null> {
  const session: SessionEntry | undefined = await (await openDatabase()).get('sessions', sessionId)
  if (!session) return null
  const { unsentKey } = await api.recordings.live({ sessionId })
  return openChunkStore(session, unsentKey, () => {})
}
