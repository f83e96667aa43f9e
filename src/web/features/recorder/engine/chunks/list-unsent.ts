// In a separate file from the sender, because every page lists unsent audio before it is shown.
import { eraseAudio, eraseSession, ofSession, withDatabase } from './chunk-database.ts'
import { waitingMs } from './pending-chunks.ts'
import { ifUnlocked, lockedElsewhere } from './tab-locks.ts'

/** A session that was recorded in this browser, with its pending audio. */
export type Unsent = {
  sessionId: string
  clientId: string
  startedAt: string
  /** Number of chunks that the server may not have. */
  chunks: number
  /** Recorded time of these chunks, in milliseconds. */
  ms: number
  /** Whether another tab is recording the session or sending its audio. */
  isHeldByAnotherTab: boolean
}

/** How long sessions without audio in this browser are remembered, in milliseconds. */
const rememberMs = 30 * 24 * 60 * 60_000

/** Returns the sessions that this user recorded in this browser and that were not processed here, newest first. */
export async function listUnsent(userId: string): Promise<Unsent[]> {
  const sessions = await withDatabase((database) => database.getAll('sessions'))
  const mine = sessions.filter((session) => session.userId === userId)
  const locked = await lockedElsewhere(mine.map(({ sessionId }) => sessionId))
  const found = await Promise.all(
    mine.map(async ({ sessionId, clientId, startedAt, sending }) => {
      const chunks = await withDatabase((database) => database.getAll('chunks', ofSession(sessionId)))
      const waiting = chunks.filter(({ n, isSent }) => !isSent && n >= (sending?.from ?? 0))
      const isHeldByAnotherTab = locked.has(sessionId)
      if (waiting.length === 0) await ifUnlocked(sessionId, () => cleanUp(sessionId, startedAt, chunks.length))
      return { sessionId, clientId, startedAt, chunks: waiting.length, ms: waitingMs(waiting), isHeldByAnotherTab }
    }),
  )
  return found.toSorted((one, other) => other.startedAt.localeCompare(one.startedAt))
}

/** Cleans up a session without pending audio: erases the rest of its audio, or after 30 days the whole session. */
async function cleanUp(sessionId: string, startedAt: string, chunks: number): Promise<void> {
  if (Date.now() - Date.parse(startedAt) > rememberMs) await eraseSession(sessionId)
  else if (chunks > 0) await eraseAudio(sessionId)
}
