import type { Services } from '#server/context.ts'
import { beginReading, type Reading } from './store.ts'

/** What a customer has at the provider. Numbered before it is asked, so that the later of two readings is known. */
export async function readCustomer(
  { tenant, payments }: Pick<Services, 'tenant' | 'payments'>,
  customerId: string,
): Promise<Reading> {
  const number = await tenant.asNobody(beginReading)
  const [subscription, plans] = await Promise.all([payments.findSubscription(customerId), payments.listPlans()])
  // Whoever pays an earlier price of a product has its plan all the same.
  const plan =
    plans.find(({ priceId }) => priceId === subscription?.priceId) ??
    plans.find(({ productId }) => productId === subscription?.productId)
  return { number, subscription, plan: plan ?? null }
}
