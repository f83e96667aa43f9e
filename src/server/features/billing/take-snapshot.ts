import type { Services } from '#server/context.ts'
import { nextSnapshotNumber, type Snapshot } from './store.ts'

/**
 * Reads a customer's subscription from the provider. The number is drawn before the read, so that a later read has a
 * higher number.
 */
export async function takeSnapshot(
  { tenant, payments }: Pick<Services, 'tenant' | 'payments'>,
  customerId: string,
): Promise<Snapshot> {
  const number = await tenant.asAnonymous(nextSnapshotNumber)
  const [subscription, plans] = await Promise.all([payments.findSubscription(customerId), payments.listPlans()])
  // If the subscription has a former price of a product, the plan of the product applies.
  const plan =
    plans.find(({ priceId }) => priceId === subscription?.priceId) ??
    plans.find(({ productId }) => productId === subscription?.productId)
  return { number, subscription, plan: plan ?? null }
}
