import type { Context } from '#server/context.ts'
import { organizationOfSession } from './store.ts'

/**
 * A session was held: what remains of the plan of its organization, in whichever the caller acts, is looked at by a job, so that
 * nothing here waits for it.
 */
export async function countSession({ db, jobs }: Context, sessionId: string): Promise<void> {
  const organizationId = await organizationOfSession(db, sessionId)
  if (organizationId !== null) await jobs.enqueue(db, 'billing.usage', { organizationId })
}
