import type { Services } from '#server/context.ts'
import { forgetEvents, listBegun } from './customers-store.ts'
import { mirrorAccount } from './mirror-account.ts'

const keepEventsDays = 90

/**
 * Keeps what the provider says of every organization, whatever events got lost, and begins anew what was not finished. One that fails
 * does not keep the others from it.
 */
export async function reconcile(services: Services): Promise<void> {
  const { tenant, jobs, clock, log } = services
  const organizations = await tenant.asNobody(listBegun)
  let failed = 0
  for (const { organizationId, userId, isComplete } of organizations) {
    try {
      if (isComplete) await mirrorAccount(services, organizationId)
      else await tenant.asNobody((db) => jobs.enqueue(db, 'billing.begin', { organizationId, userId }))
    } catch (error) {
      failed += 1
      log.warn({ err: error, organizationId }, 'an organization could not be reconciled with the payment provider')
    }
  }
  const before = new Date(clock().getTime() - keepEventsDays * 24 * 60 * 60 * 1000)
  await tenant.asNobody((db) => forgetEvents(db, before))
  log.info({ organizations: organizations.length, failed }, 'organizations were reconciled with the payment provider')
}
