import type { Services } from '#server/context.ts'
import { forgetEvents, listBegun, listWithoutAccount } from './customers-store.ts'
import { mirrorAccount } from './mirror-account.ts'

const day = 24 * 60 * 60 * 1000
const keepEventsDays = 90
/** Since the night before, also when that one was missed. */
const hereDays = 2

/**
 * Keeps what the provider says of every organization, whatever events got lost, and begins anew what was not finished. One that fails
 * does not keep the others from it. Organizations without an account, e.g. from before there was billing, get theirs with its trial once
 * somebody in charge has been here: it begins when somebody comes who has none (spec core §4).
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
  const here = new Date(clock().getTime() - hereDays * day)
  await tenant.asNobody(async (db) => {
    for (const task of await listWithoutAccount(db, here)) await jobs.enqueue(db, 'billing.begin', task)
  })
  const before = new Date(clock().getTime() - keepEventsDays * day)
  await tenant.asNobody((db) => forgetEvents(db, before))
  log.info({ organizations: organizations.length, failed }, 'organizations were reconciled with the payment provider')
}
