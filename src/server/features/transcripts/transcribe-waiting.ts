import { sql } from 'kysely'
import type { Services } from '#server/context.ts'

/**
 * Enqueues all sessions that failed because no speech engine was ready. This happens each time the engine becomes
 * ready: after a start, and after its weights were installed. An engine that is ready but fails does not enqueue them
 * again.
 */
export function createWaitingQueue({ speech, tenant, jobs, log }: Services): () => Promise<void> {
  let wasReady = false
  return async () => {
    const isReady = speech.status().state === 'ready'
    const isNew = isReady && !wasReady
    wasReady = isReady
    if (!isNew) return
    const count = await tenant.asAnonymous(async (db) => {
      const { rows } = await sql<{ sessionId: string; userId: string }>`
        select session_id as "sessionId", user_id as "userId" from app.queue_waiting_sessions()`.execute(db)
      for (const task of rows) await jobs.enqueue(db, 'sessions.run_again', task)
      return rows.length
    })
    if (count > 0) log.info({ count }, 'sessions that waited for a speech engine were queued')
  }
}
