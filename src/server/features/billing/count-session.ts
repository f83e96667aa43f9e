import type { Context } from '#server/context.ts'
import { organizationOfSession } from './store.ts'

/**
 * After a session was recorded, enqueues a usage check for the session's organization, so that the request does not
 * wait for the check.
 */
export async function countSession({ db, jobs }: Context, sessionId: string): Promise<void> {
  const organizationId = await organizationOfSession(db, sessionId)
  if (organizationId !== null) await jobs.enqueue(db, 'billing.usage', { organizationId })
}
