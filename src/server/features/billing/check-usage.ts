import { includedSessions, isNearLimit } from '#shared/rules/session-limit.ts'
import type { Services } from '#server/context.ts'
import { findSubscription, insertLowSessionsNotices } from './store.ts'
import { countUsage } from './count-usage.ts'

/**
 * Notifies owners and admins once per period that few sessions of the plan remain. Recording is never blocked (D26).
 */
export async function checkUsage({ tenant, jobs, clock }: Services, organizationId: string): Promise<void> {
  await tenant.asAnonymous(async (db) => {
    const subscription = await findSubscription(db, organizationId)
    const limit = includedSessions(subscription)
    if (limit === null) return
    const used = await countUsage({ db, clock }, organizationId, subscription)
    if (!isNearLimit({ used, limit })) return
    for (const { noticeId, receiverId } of await insertLowSessionsNotices(
      db,
      organizationId,
      Math.max(0, limit - used),
    )) {
      await jobs.enqueue(db, 'notices.mail', { noticeId, userId: receiverId })
    }
  })
}
