import type { Services } from '#server/context.ts'
import type { Db } from '#server/db/tenant.ts'
import { countHeld, type KeptSubscription } from './store.ts'

/**
 * Sessions that an organization held in the period that runs: this month, without a subscription. Sessions have a day and no
 * zone, periods are counted in days of UTC: the day on which one ends belongs to the next.
 */
export function usageOf(
  { db, clock }: { db: Db } & Pick<Services, 'clock'>,
  organizationId: string,
  subscription: KeptSubscription | undefined,
): Promise<number> {
  const now = clock()
  const from =
    subscription?.currentPeriodStart ?? new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth())).toISOString()
  const before =
    subscription?.currentPeriodEnd ?? new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString()
  return countHeld(db, organizationId, from.slice(0, 10), before.slice(0, 10))
}
