import type Stripe from 'stripe'
import type { Subscription, SubscriptionStatus } from '#shared/contract/billing.ts'
import { type Idempotent, PaymentFailure } from '../port.ts'
import { callStripe } from './call-stripe.ts'
import { idOf, intervalOf } from './catalog.ts'

/** Stripe deletes idempotency keys after a day. This metadata identifies a request's objects for longer. */
export function requestMetadata({ idempotencyKey }: Idempotent) {
  return { attend_request: idempotencyKey }
}

export function isFromRequest({ metadata }: Stripe.Subscription, { idempotencyKey }: Idempotent): boolean {
  return metadata['attend_request'] === idempotencyKey
}

/** The newest current subscription that the product can show. */
export async function findCurrent(client: Stripe, customerId: string): Promise<Stripe.Subscription | null> {
  return newestShown(await listCurrent(client, customerId))
}

/** A subscription with another interval than a month or a year also costs money, but the product cannot show it. */
export function newestShown(subscriptions: readonly Stripe.Subscription[]): Stripe.Subscription | null {
  return subscriptions.find((subscription) => intervalOf(itemOf(subscription).price.recurring) !== null) ?? null
}

/** All current subscriptions. Stripe lists the newest first and omits canceled ones. More than one is an error. */
export async function listCurrent(client: Stripe, customerId: string): Promise<Stripe.Subscription[]> {
  const { data } = await callStripe(client.subscriptions.list({ customer: customerId, limit: 100 }))
  return data.filter(({ status }) => isCurrent(status))
}

/** @throws subscription_missing */
export async function requireCurrent(client: Stripe, customerId: string): Promise<Stripe.Subscription> {
  const subscription = await findCurrent(client, customerId)
  if (!subscription) throw new PaymentFailure('subscription_missing')
  return subscription
}

/** The subscription as the port returns it, with its product's name. */
export async function toSubscription(client: Stripe, subscription: Stripe.Subscription): Promise<Subscription> {
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
    currentPeriodStart: toIso(start),
    currentPeriodEnd: toIso(Math.min(end, subscription.cancel_at ?? end)),
    trialEnd: subscription.trial_end === null ? null : toIso(subscription.trial_end),
    cancelAtPeriodEnd: isEnding(subscription),
  }
}

/** Whether the subscription ends with its period, or at a date before that. */
export function isEnding(subscription: Stripe.Subscription): boolean {
  const { cancel_at_period_end: endsWithPeriod, cancel_at: endsAt } = subscription
  return endsWithPeriod || (endsAt !== null && endsAt <= itemOf(subscription).current_period_end)
}

/** Our subscriptions have one item: the plan. */
export function itemOf(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data
  if (!item) throw new PaymentFailure('subscription_missing')
  return item
}

/** @param seconds since 1970, Stripe's unit */
export function toIso(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}

async function productOf(client: Stripe, { product }: Stripe.Price): Promise<{ id: string; name: string }> {
  if (typeof product !== 'string' && !product.deleted) return product
  return await callStripe(client.products.retrieve(idOf(product) ?? ''), 'plan_missing')
}

/** Incomplete subscriptions wait for their first payment. Stripe cancels them after a day. */
function isCurrent(status: Stripe.Subscription['status']): boolean {
  return status !== 'canceled' && status !== 'incomplete' && status !== 'incomplete_expired'
}

const statuses = ['trialing', 'active', 'past_due', 'unpaid', 'paused', 'incomplete'] as const

function statusOf(status: Stripe.Subscription['status']): SubscriptionStatus {
  return statuses.find((known) => known === status) ?? 'canceled'
}
