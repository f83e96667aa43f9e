import type Stripe from 'stripe'
import type { Plan } from '#shared/contract/billing.ts'
import { PaymentFailure } from '../port.ts'
import { callStripe } from './call-stripe.ts'

/**
 * The plans, cheapest first: active products with a fixed price per month or year. Each product is one plan at its default price,
 * else its cheapest. A yearly variant is its own product.
 */
export async function listPlans(client: Stripe): Promise<Plan[]> {
  const prices = await callStripe(
    client.prices
      .list({ active: true, type: 'recurring', expand: ['data.product'], limit: 100 })
      .autoPagingToArray({ limit: 1000 }),
  )
  const plans = new Map<string, Plan>()
  for (const price of prices.toSorted((a, b) => (a.unit_amount ?? 0) - (b.unit_amount ?? 0))) {
    const { product } = price
    if (typeof product === 'string' || product.deleted || !product.active) continue
    const plan = planOf(price, product)
    if (plan && (!plans.has(product.id) || idOf(product.default_price) === price.id)) plans.set(product.id, plan)
  }
  return [...plans.values()].toSorted((a, b) => a.price - b.price)
}

/** @throws plan_missing for a price outside the plans, even if the Stripe account sells it */
export async function findPlan(client: Stripe, priceId: string): Promise<Plan> {
  const plans = await listPlans(client)
  const plan = plans.find((offered) => offered.priceId === priceId)
  if (!plan) throw new PaymentFailure('plan_missing')
  return plan
}

function planOf(price: Stripe.Price, product: Stripe.Product): Plan | null {
  const { recurring, unit_amount: amount } = price
  const interval = intervalOf(recurring)
  if (amount === null || interval === null || recurring?.usage_type !== 'licensed') return null
  const sessions = Number(product.metadata['sessions'])
  return {
    id: product.metadata['plan_id'] || slugOf(product.name),
    name: product.name,
    price: amount,
    currency: price.currency,
    interval,
    sessions: Number.isInteger(sessions) && sessions > 0 ? sessions : null,
    features: product.marketing_features.flatMap(({ name }) => name ?? []),
    isPopular: product.metadata['popular'] === 'true',
    productId: product.id,
    priceId: price.id,
  }
}

const intervals = ['month', 'year'] as const

/** Null for any other interval than one month or one year. */
export function intervalOf(recurring: Stripe.Price['recurring']): 'month' | 'year' | null {
  if (recurring?.interval_count !== 1) return null
  return intervals.find((interval) => interval === recurring.interval) ?? null
}

function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}

/** The id of an object that Stripe returns either expanded or as an id. */
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}
