import type { Services } from '#server/context.ts'
import { PaymentFailure } from '#server/providers/payments/port.ts'
import { archiveCustomer, findCustomer } from './customer-store.ts'
import { nextSnapshotNumber, saveSnapshot } from './store.ts'
import { enqueueCustomer } from './enqueue-customer.ts'
import { takeSnapshot } from './take-snapshot.ts'

/**
 * Saves a snapshot of an organization's subscription at the provider. If there is no default card, makes a newly
 * attached card the default. Recreates a customer that the provider does not know, because the installation switched
 * from test mode to Stripe, or to another Stripe account. Rejects if the provider fails, so that the job is retried.
 */
export async function syncSubscription(services: Services, organizationId: string): Promise<void> {
  const { tenant } = services
  const customerId = await tenant.asAnonymous((db) => findCustomer(db, organizationId))
  if (customerId === null) return
  try {
    await ensureDefaultCard(services, organizationId, customerId)
    const [snapshot, subscriptionIds] = await Promise.all([
      takeSnapshot(services, customerId),
      services.payments.listSubscriptionIds(customerId),
    ])
    // The customer pays for each subscription, but the product shows only one. The operator must cancel and refund the
    // others.
    if (subscriptionIds.length > 1)
      services.log.error({ organizationId, subscriptionIds }, 'an organization has more than one subscription')
    await tenant.asAnonymous((db) => saveSnapshot(db, organizationId, snapshot))
  } catch (error) {
    if (!(error instanceof PaymentFailure) || error.code !== 'customer_missing') throw error
    services.log.warn({ organizationId }, 'the payment provider does not know a customer, which is recreated')
    await recreateCustomer(services, organizationId, customerId)
  }
}

/**
 * Sets a default card if there is none. A failure, except for an unknown customer, must not prevent the snapshot. The
 * next sync tries again.
 */
async function ensureDefaultCard(
  { payments, log }: Services,
  organizationId: string,
  customerId: string,
): Promise<void> {
  try {
    await payments.ensureDefaultPaymentMethod(customerId)
  } catch (error) {
    if (error instanceof PaymentFailure && error.code === 'customer_missing') throw error
    log.warn({ err: error, organizationId }, 'the default card of an organization could not be set')
  }
}

async function recreateCustomer(services: Services, organizationId: string, customerId: string): Promise<void> {
  await services.tenant.asAnonymous(async (db) => {
    if (!(await archiveCustomer(db, organizationId, customerId))) return
    await saveSnapshot(db, organizationId, { number: await nextSnapshotNumber(db), subscription: null, plan: null })
    await enqueueCustomer(services, db, organizationId)
  })
}
