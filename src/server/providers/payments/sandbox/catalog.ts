import type { Plan } from '#shared/contract/billing.ts'
import { PaymentFailure } from '../port.ts'

const monthly = { currency: 'usd', interval: 'month' } as const

/** What the built-in provider sells, cheapest first. Subscriptions name their price: one that was ever sold stays known. */
export const catalog: readonly Plan[] = [
  {
    ...monthly,
    id: 'basic',
    name: 'Basic',
    price: 2900,
    sessions: 20,
    features: ['Every note type, with evidence', 'Live recording and uploads', 'For a small caseload'],
    isPopular: false,
    productId: 'prod_test_basic',
    priceId: 'price_test_basic_month',
  },
  {
    ...monthly,
    id: 'professional',
    name: 'Professional',
    price: 6900,
    sessions: 80,
    features: ['Everything in Basic', 'For a full caseload'],
    isPopular: true,
    productId: 'prod_test_professional',
    priceId: 'price_test_professional_month',
  },
  {
    ...monthly,
    id: 'enterprise',
    name: 'Enterprise',
    price: 14_900,
    sessions: null,
    features: ['Everything in Professional', 'For clinics with many therapists'],
    isPopular: false,
    productId: 'prod_test_enterprise',
    priceId: 'price_test_enterprise_month',
  },
]

/** @throws PaymentFailure plan_missing */
export function planOf(priceId: string): Plan {
  const plan = catalog.find((one) => one.priceId === priceId)
  if (!plan) throw new PaymentFailure('plan_missing')
  return plan
}
