import { sql } from 'kysely'
import type { Db } from '#server/db/tenant.ts'
import type { Jobs } from '#server/jobs/queue.ts'

// The operator's command line (`npm run admin`) calls these functions as app_owner, so no policy applies.

export interface FailedSession {
  sessionId: string
  userId: string
  organization: string | null
  errorCode: string | null
  failedAt: Date
}

/** Lists failed sessions that may succeed at the next try, oldest first, without names of clients. */
export async function listFailedSessions(owner: Db): Promise<FailedSession[]> {
  const { rows } = await sql<FailedSession>`
    select f.session_id as "sessionId", f.user_id as "userId", o.name as organization, f.error_code as "errorCode", f.failed_at as "failedAt"
    from app.failed_sessions() f left join organizations o on o.id = f.organization_id order by f.failed_at, f.session_id`.execute(
    owner,
  )
  return rows
}

/**
 * Enqueues failed sessions again: all, or those whose id ends in `ending`. Returns the enqueued sessions. The operator
 * has no account, so the events go to the anonymous audit chain.
 */
export async function retryFailedSessions(
  owner: Db,
  jobs: Pick<Jobs, 'enqueue'>,
  ending = '',
): Promise<FailedSession[]> {
  return await owner.transaction().execute(async (db) => {
    const enqueued: FailedSession[] = []
    for (const session of await listFailedSessions(db)) {
      const { sessionId, userId } = session
      if (!sessionId.endsWith(ending)) continue
      const { rows } = await sql<{ done: boolean }>`select app.queue_failed_session(${sessionId}) as done`.execute(db)
      if (!rows[0]?.done) continue
      await sql`insert into audit_events (action, resource_type, resource_id, client_id, organization_id, details)
        select 'session.run_again_by_operator', 'session', id, client_id, organization_id, '{"by": "operator"}'
        from sessions where id = ${sessionId}`.execute(db)
      await jobs.enqueue(db, 'sessions.run_again', { sessionId, userId })
      enqueued.push(session)
    }
    return enqueued
  })
}
