import type { Context } from '#server/context.ts'
import { rowId } from '#server/ids.ts'
import { queueFailedSessions } from './store.ts'

/** Queues one failed session, or all of them, for processing. Skips sessions that are no longer failed. */
export async function retrySessions(
  { db, jobs }: Context,
  { sessionId }: { sessionId: string | null },
): Promise<{ count: number }> {
  const queued = await queueFailedSessions(db, sessionId && rowId(sessionId, 'session_not_found'))
  for (const task of queued) await jobs.enqueue(db, 'sessions.run_again', task)
  return { count: queued.length }
}
