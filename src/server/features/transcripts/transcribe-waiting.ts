import { sql } from 'kysely'
import type { Services } from '#server/context.ts'

/**
 * Returns a function that enqueues all sessions that failed because no speech engine was ready. The function enqueues
 * sessions only if the engine has become ready since the last successful call. Otherwise sessions would be enqueued
 * again and again while a ready engine fails.
 */
export function createTranscribeWaiting(services: Services): () => Promise<void> {
  let wasReady = false
  return async () => {
    const isReady = services.speech.status().state === 'ready'
    if (isReady && !wasReady) await enqueueWaiting(services)
    wasReady = isReady
  }
}

async function enqueueWaiting({ tenant, jobs, log }: Services): Promise<void> {
  const count = await tenant.asAnonymous(async (db) => {
    const { rows } = await sql<{ sessionId: string; userId: string }>`
      select session_id as "sessionId", user_id as "userId" from app.queue_waiting_sessions()`.execute(db)
    for (const task of rows) await jobs.enqueue(db, 'sessions.run_again', task)
    return rows.length
  })
  if (count > 0) log.info({ count }, 'sessions that waited for a speech engine were enqueued')
}
