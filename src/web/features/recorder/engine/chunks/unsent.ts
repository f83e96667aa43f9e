import { api } from '#web/api/client.ts'
import { waitingMs } from './pending-chunks.ts'
import { joinSegments } from './join-segments.ts'
import { type ChunkStore, openChunkStore } from './chunk-store.ts'
import { putChunks } from './put-chunks.ts'
import { createSender } from './sender.ts'
import { anotherTab } from '../messages.ts'
import { lockedElsewhere, lockSession, ifUnlocked } from './tab-locks.ts'
import { eraseAudio, eraseSession, ofSession, openDatabase, type SessionEntry } from './chunk-database.ts'

/** A session that this browser recorded, and what of it waits here. */
export type Unsent = {
  sessionId: string
  clientId: string
  startedAt: string
  /** Chunks that the server may not have; none when all of it was acknowledged. */
  chunks: number
  /** Recorded time of them. */
  ms: number
  /** Another tab is recording it, or sending what waits. */
  isHeldByAnotherTab: boolean
}

/** Sessions without audio here are remembered so long. */
const rememberMs = 30 * 24 * 60 * 60_000

/** Sessions that this user recorded in this browser and that were not processed from here, newest first. */
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

/** What only made the rest of a segment playable is of no use any more. */
async function tidy(sessionId: string, startedAt: string, chunks: number): Promise<void> {
  if (Date.now() - Date.parse(startedAt) > rememberMs) await eraseSession(sessionId)
  else if (chunks > 0) await eraseAudio(sessionId)
}

/**
 * Sends what waits of a session that this browser recorded, for as long as it takes; `onProgress` tells the recorded time
 * that still waits. It answers `kept` when the server takes nothing more: the session has ended, or went on elsewhere.
 * @throws when another tab is at it, what the server answers when it is asked for the key, and an AbortError
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
    const keep = await openUnsent(sessionId)
    if (!keep) return 'sent'
    const sender = createSender(keep, (body, aborted) => putChunks(sessionId, body, aborted), {
      onLine: () => {},
      onSaved: () => onProgress(keep.waitingMs()),
      onEnd: () => {},
    })
    stop.addEventListener('abort', () => sender.stop(), { once: true })
    const end = await sender.drained()
    sender.stop()
    stop.throwIfAborted()
    await keep.close()
    return end === null ? 'sent' : 'kept'
  } finally {
    release()
  }
}

/**
 * What waits of a session as one file, with the beginnings of its segments so that it plays: as it was recorded, or as WAV
 * when there are several segments.
 * @throws what the server answers when it is asked for the key; when nothing is kept here
 */
export async function saveUnsentAsFile(sessionId: string): Promise<Blob> {
  const keep = await openUnsent(sessionId)
  if (!keep) throw new Error('Nothing is kept of this session')
  return joinSegments(await keep.toFiles())
}

/** Erases all that this browser keeps of a session. */
export async function eraseUnsent(sessionId: string): Promise<void> {
  await eraseSession(sessionId)
}

async function openUnsent(sessionId: string): Promise<ChunkStore | null> {
  const session: SessionEntry | undefined = await (await openDatabase()).get('sessions', sessionId)
  if (!session) return null
  const { unsentKey } = await api.recordings.live({ sessionId })
  return openChunkStore(session, unsentKey, () => {})
}
