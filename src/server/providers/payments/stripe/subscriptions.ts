import type Stripe from 'stripe'
import type { Subscription, SubscriptionStatus } from '#shared/contract/billing.ts'
import { type Once, PaymentFailure } from '../port.ts'
import { ask } from './ask.ts'
import { idOf, intervalOf } from './catalog.ts'

/** What we note on what we make, so that it is known again when Stripe has forgotten the idempotency key, after a day. */
export function madeBy({ idempotencyKey }: Once) {
  return { attend_request: idempotencyKey }
}

export function isMadeBy({ metadata }: Stripe.Subscription, { idempotencyKey }: Once): boolean {
  return metadata['attend_request'] === idempotencyKey
}

/** Its newest one that runs. Stripe lists newest first, and leaves out what was canceled. */
export async function findRunning(client: Stripe, customerId: string): Promise<Stripe.Subscription | null> {
  return (await listRunning(client, customerId))[0] ?? null
}

/** All that run. More than one is a mistake. */
export async function listRunning(client: Stripe, customerId: string): Promise<Stripe.Subscription[]> {
  const { data } = await ask(client.subscriptions.list({ customer: customerId, limit: 100 }))
  return data.filter(
    (subscription) => runs(subscription.status) && intervalOf(itemOf(subscription).price.recurring) !== null,
  )
}

/** @throws subscription_missing */
export async function requireRunning(client: Stripe, customerId: string): Promise<Stripe.Subscription> {
  const running = await findRunning(client, customerId)
  if (!running) throw new PaymentFailure('subscription_missing')
  return running
}

/** A subscription as the house has it, with its product's name. */
export async function describe(client: Stripe, subscription: Stripe.Subscription): Promise<Subscription> {
  const { price, current_period_start: start, current_period_end: end } = itemOf(subscription)
  const product = await productOf(client, price)
  const interval = intervalOf(price.recurring)
  if (interval === null) throw new PaymentFailure('subscription_missing')
  return {
    id: subscription.id,
    status: statusOf(subscription.status),
    productId: product.id,
    priceId: price.id,
    productName: product.name,
    amount: price.unit_amount ?? 0,
    currency: price.currency,
    interval,
    currentPeriodStart: momentOf(start),
    currentPeriodEnd: momentOf(end),
    trialEnd: subscription.trial_end === null ? null : momentOf(subscription.trial_end),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
  }
}

/** Ours have one item: the plan. */
export function itemOf(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data
  if (!item) throw new PaymentFailure('subscription_missing')
  return item
}

/** Seconds since 1970, as Stripe counts. */
export function momentOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}

async function productOf(client: Stripe, { product }: Stripe.Price): Promise<{ id: string; name: string }> {
  if (typeof product !== 'string' && !product.deleted) return product
  return await ask(client.products.retrieve(idOf(product) ?? ''), 'plan_missing')
}

/** Neither ended, nor never begun: what waits for its first payment is no subscription yet, and Stripe ends it in a day. */
function runs(status: Stripe.Subscription['status']): boolean {
  return status !== 'canceled' && status !== 'incomplete' && status !== 'incomplete_expired'
}

const statuses = ['trialing', 'active', 'past_due', 'unpaid', 'paused', 'incomplete'] as const

function statusOf(status: Stripe.Subscription['status']): SubscriptionStatus {
  return statuses.find((known) => known === status) ?? 'canceled'
}
