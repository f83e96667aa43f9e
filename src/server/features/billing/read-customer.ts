import type { Services } from '#server/context.ts'
import { beginReading, type Reading } from './store.ts'

/** What a customer has at the provider. Numbered before it is asked, so that the later of two readings is known. */
export async function readCustomer(
  { tenant, payments }: Pick<Services, 'tenant' | 'payments'>,
  customerId: string,
): Promise<Reading> {
  const number = await tenant.asNobody(beginReading)
  const [subscription, plans] = await Promise.all([payments.findSubscription(customerId), payments.listPlans()])
  return { number, subscription, plan: plans.find(({ priceId }) => priceId === subscription?.priceId) ?? null }
}
