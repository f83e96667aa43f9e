import type { Services } from '#server/context.ts'
import type { Db } from '#server/db/tenant.ts'
import { countSessions, type SavedSubscription } from './store.ts'

/**
 * Counts the sessions of an organization in the current period, or in this month if there is no subscription. Sessions
 * have a date without time zone, and a period consists of UTC days. The day on which a period ends belongs to the next
 * period.
 */
export function countUsage(
  { db, clock }: { db: Db } & Pick<Services, 'clock'>,
  organizationId: string,
  subscription: SavedSubscription | undefined,
): Promise<number> {
  const now = clock()
  const from =
    subscription?.currentPeriodStart ?? new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth())).toISOString()
  const before =
    subscription?.currentPeriodEnd ?? new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString()
  return countSessions(db, organizationId, from.slice(0, 10), before.slice(0, 10))
}
