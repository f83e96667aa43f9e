import type Stripe from 'stripe'
import type { Subscription } from '#shared/contract/billing.ts'
import { type Idempotent, PaymentFailure } from '../port.ts'
import { callStripe } from './call-stripe.ts'
import { findPaying } from './cards.ts'
import { findPlan } from './catalog.ts'
import { closeCheckouts, openCheckout } from './checkout.ts'
import { cycleOf } from './preview-change.ts'
import { findCurrent, isFromRequest, itemOf, requestMetadata, requireCurrent, toSubscription } from './subscriptions.ts'

type Input = { customerId: string; priceId: string } & Idempotent

/** Closes open checkout pages first, because the customer could pay on a page beside the trial. */
export async function startTrial(client: Stripe, input: Input & { days: number }): Promise<Subscription> {
  await closeCheckouts(client, input.customerId, null)
  const current = await findCurrent(client, input.customerId)
  if (current) return toSubscription(client, requireSameRequest(current, input))
  await findPlan(client, input.priceId)
  const created = await callStripe(
    client.subscriptions.create(
      {
        customer: input.customerId,
        items: [{ price: input.priceId }],
        trial_period_days: input.days,
        trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
        metadata: requestMetadata(input),
      },
      { idempotencyKey: input.idempotencyKey },
    ),
  )
  return toSubscription(client, created)
}

/**
 * Charges the default card or opens Stripe's checkout page. A failed charge creates no subscription. Closes open checkout pages
 * before it looks for a subscription: earlier payments are then visible, and later ones impossible.
 */
export async function subscribe(
  client: Stripe,
  { page, ...input }: Input & { page?: { successUrl: string; cancelUrl: string } | undefined },
): Promise<{ url: string | null }> {
  const { customerId, priceId, idempotencyKey } = input
  const open = await closeCheckouts(client, customerId, page ? priceId : null)
  const { subscription: current, cardId } = await findPaying(client, customerId)
  if (current) {
    if (open) await closeCheckouts(client, customerId, null)
    requireSameRequest(current, input)
    return { url: null }
  }
  await findPlan(client, priceId)
  if (page) {
    const { url } = open ?? (await openCheckout(client, { ...input, page }))
    if (!url) throw new PaymentFailure('payment_processing')
    return { url }
  }
  if (cardId === null) throw new PaymentFailure('billing_no_card')
  const params: Stripe.SubscriptionCreateParams = {
    customer: customerId,
    items: [{ price: priceId }],
    payment_behavior: 'error_if_incomplete',
    metadata: requestMetadata(input),
  }
  await callStripe(client.subscriptions.create(params, { idempotencyKey }), 'billing_no_card')
  return { url: null }
}

/** Charges the difference immediately. A failed charge changes nothing. */
export async function changePlan(client: Stripe, input: Input, now: Date): Promise<Subscription> {
  const { customerId, priceId, idempotencyKey } = input
  const { subscription: current, cardId } = await findPaying(client, customerId)
  if (!current) throw new PaymentFailure('subscription_missing')
  const item = itemOf(current)
  if (item.price.id === priceId) return toSubscription(client, current)
  await findPlan(client, priceId)
  const isTrial = current.status === 'trialing'
  if (cardId === null && !isTrial) throw new PaymentFailure('billing_no_card')
  const items = [{ id: item.id, price: priceId }]
  const params: Stripe.SubscriptionUpdateParams = isTrial
    ? { items, proration_behavior: 'none' }
    : {
        items,
        proration_behavior: 'always_invoice',
        proration_date: cycleOf(current, now).at,
        payment_behavior: 'error_if_incomplete',
      }
  const changed = await callStripe(
    client.subscriptions.update(current.id, params, { idempotencyKey }),
    'billing_no_card',
  )
  return toSubscription(client, changed)
}

/** Charges open invoices, the oldest first. Stripe then reactivates the subscription. */
export async function payOpen(
  client: Stripe,
  { customerId, idempotencyKey }: { customerId: string } & Idempotent,
): Promise<Subscription> {
  const { subscription: current, cardId } = await findPaying(client, customerId)
  if (!current) throw new PaymentFailure('subscription_missing')
  const { data } = await callStripe(client.invoices.list({ subscription: current.id, status: 'open', limit: 100 }))
  if (data.length > 0 && cardId === null) throw new PaymentFailure('billing_no_card')
  for (const { id } of data.toReversed()) {
    await callStripe(client.invoices.pay(id, {}, { idempotencyKey: `${idempotencyKey}:${id}` }), 'billing_no_card')
  }
  return toSubscription(client, await requireCurrent(client, customerId))
}

export async function setCancelAtPeriodEnd(
  client: Stripe,
  { customerId, cancel, idempotencyKey }: { customerId: string; cancel: boolean } & Idempotent,
): Promise<Subscription> {
  const { subscription: current, cardId } = await findPaying(client, customerId)
  if (!current) throw new PaymentFailure('subscription_missing')
  if (current.cancel_at_period_end === cancel) return toSubscription(client, current)
  if (!cancel && cardId === null && current.status !== 'trialing') throw new PaymentFailure('billing_no_card')
  const params = { cancel_at_period_end: cancel }
  return toSubscription(client, await callStripe(client.subscriptions.update(current.id, params, { idempotencyKey })))
}

/** The subscription, if this very request created it. @throws subscription_exists */
function requireSameRequest(current: Stripe.Subscription, input: Idempotent): Stripe.Subscription {
  if (!isFromRequest(current, input)) throw new PaymentFailure('subscription_exists')
  return current
}
