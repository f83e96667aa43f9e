import type { Services } from '#server/context.ts'
import { PaymentFailure } from '#server/providers/payments/port.ts'
import { findCustomer, setCustomerAside } from './customers-store.ts'
import { readCustomer } from './read-customer.ts'
import { beginReading, keepReading } from './store.ts'

/**
 * Reads what an organization has at the provider, and keeps it; a card that nobody finished to add pays from then on. Whom the
 * provider does not know begins anew: the installation went from test mode to Stripe, or to another account there. Rejects when the
 * provider does not answer, so that it is tried again.
 */
export async function mirrorAccount(services: Services, organizationId: string): Promise<void> {
  const { tenant } = services
  const customerId = await tenant.asNobody((db) => findCustomer(db, organizationId))
  if (customerId === null) return
  try {
    await settleCard(services, organizationId, customerId)
    const [reading, subscriptionIds] = await Promise.all([
      readCustomer(services, customerId),
      services.payments.listSubscriptionIds(customerId),
    ])
    // Each of them is paid for, and only one is shown here: somebody has to end the others, and to give the money back.
    if (subscriptionIds.length > 1)
      services.log.error({ organizationId, subscriptionIds }, 'an organization has more than one subscription')
    await tenant.asNobody((db) => keepReading(db, organizationId, reading))
  } catch (error) {
    if (!(error instanceof PaymentFailure) || error.code !== 'customer_missing') throw error
    services.log.warn({ organizationId }, 'the payment provider does not know an organization, which begins anew')
    await beginAnew(services, organizationId, customerId)
  }
}

/** What is read counts more than which card pays: that is settled the next time. */
async function settleCard({ payments, log }: Services, organizationId: string, customerId: string): Promise<void> {
  try {
    await payments.ensureDefaultPaymentMethod(customerId)
  } catch (error) {
    if (error instanceof PaymentFailure && error.code === 'customer_missing') throw error
    log.warn({ err: error, organizationId }, 'which card of an organization pays could not be settled')
  }
}

async function beginAnew({ tenant, jobs }: Services, organizationId: string, customerId: string): Promise<void> {
  await tenant.asNobody(async (db) => {
    const userId = await setCustomerAside(db, organizationId, customerId)
    if (userId === null) return
    await keepReading(db, organizationId, { number: await beginReading(db), subscription: null, plan: null })
    await jobs.enqueue(db, 'billing.begin', { organizationId, userId })
  })
}
