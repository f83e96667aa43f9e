import type { Services } from '#server/context.ts'
import { deleteOldEvents, findContact, findCustomer, listCustomers, listWithoutCustomer } from './customer-store.ts'
import { enqueueCustomer } from './enqueue-customer.ts'
import { syncSubscription } from './sync-subscription.ts'

const dayMs = 24 * 60 * 60 * 1000
const keepEventsDays = 90
/** Days in which activity counts: two, in case the run of one night was missed. */
const activeDays = 2

/**
 * Syncs every organization with the provider, in case events were lost, updates the customers' names, and completes
 * unfinished customers. A failure for one organization does not stop the others. An organization without a customer, e.g.
 * from before billing existed, gets a customer with a trial once its owner or an admin was active (spec core §4).
 */
export async function reconcile(services: Services): Promise<void> {
  const { tenant, jobs, clock, log } = services
  const organizations = await tenant.asAnonymous(listCustomers)
  let failed = 0
  for (const { organizationId, isComplete } of organizations) {
    try {
      if (isComplete) await syncCustomer(services, organizationId)
      else await tenant.asAnonymous((db) => enqueueCustomer(services, db, organizationId))
    } catch (error) {
      failed += 1
      log.warn({ err: error, organizationId }, 'an organization could not be synced with the payment provider')
    }
  }
  const activeSince = new Date(clock().getTime() - activeDays * dayMs)
  await tenant.asAnonymous(async (db) => {
    for (const task of await listWithoutCustomer(db, activeSince))
      await jobs.enqueue(db, 'billing.create_customer', task)
  })
  const oldest = new Date(clock().getTime() - keepEventsDays * dayMs)
  await tenant.asAnonymous((db) => deleteOldEvents(db, oldest))
  log.info({ organizations: organizations.length, failed }, 'organizations were synced with the payment provider')
}

async function syncCustomer(services: Services, organizationId: string): Promise<void> {
  const { tenant, payments } = services
  await syncSubscription(services, organizationId)
  const [customerId, contact] = await tenant.asAnonymous(async (db) => [
    await findCustomer(db, organizationId),
    await findContact(db, organizationId),
  ])
  if (customerId !== null && contact) await payments.updateCustomer({ customerId, ...contact })
}
