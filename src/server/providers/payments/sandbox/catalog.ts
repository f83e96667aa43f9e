import type { Plan } from '#shared/contract/billing.ts'

const monthly = { currency: 'usd', interval: 'month' } as const

/** The sandbox's plans, cheapest first. Subscriptions refer to them by price id, so never remove a plan. */
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
