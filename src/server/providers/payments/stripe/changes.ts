import type Stripe from 'stripe'
import type { Subscription } from '#shared/contract/billing.ts'
import { type Idempotent, PaymentFailure } from '../port.ts'
import { callStripe } from './call-stripe.ts'
import { findPaying } from './cards.ts'
import { findPlan } from './catalog.ts'
import { closeCheckouts, openCheckout } from './checkout.ts'
import { afterPayments, listOpen, listOverdue, payInvoices } from './open-invoices.ts'
import { cycleOf, previewOf } from './preview-change.ts'
import {
  isEnding,
  isFromRequest,
  itemOf,
  listCurrent,
  requestMetadata,
  requireCurrent,
  toSubscription,
} from './subscriptions.ts'

type Input = { customerId: string; priceId: string } & Idempotent

/** Closes open checkout pages first, because the customer could pay on a page beside the trial. */
export async function startTrial(client: Stripe, input: Input & { days: number }): Promise<Subscription> {
  await closeCheckouts(client, input.customerId, null)
  const [current] = await listCurrent(client, input.customerId)
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
  const { subscriptions, cardId } = await findPaying(client, customerId)
  const [current] = subscriptions
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

/** Charges unpaid renewals, then the difference. A failed charge does not change the plan. */
export async function changePlan(
  client: Stripe,
  input: Input & { dueNow?: number | null | undefined },
  now: Date,
): Promise<Subscription> {
  const { customerId, priceId, dueNow = null, idempotencyKey } = input
  const { subscription: current, cardId } = await findPaying(client, customerId)
  if (!current) throw new PaymentFailure('subscription_missing')
  const item = itemOf(current)
  if (item.price.id === priceId) return toSubscription(client, current)
  const plan = await findPlan(client, priceId)
  const isTrial = current.status === 'trialing'
  if (cardId === null && !isTrial) throw new PaymentFailure('billing_no_card')
  const overdue = await listOverdue(client, current)
  if (dueNow !== null) {
    const preview = await previewOf(client, { subscription: current, plan, overdue }, now)
    if (preview.dueNow !== dueNow) throw new PaymentFailure('amount_changed')
  }
  await payInvoices(client, overdue, input)
  const items = [{ id: item.id, price: priceId }]
  const params: Stripe.SubscriptionUpdateParams = isTrial
    ? { items, proration_behavior: 'none' }
    : {
        items,
        proration_behavior: 'always_invoice',
        proration_date: cycleOf(current, now).at,
        payment_behavior: 'error_if_incomplete',
      }
  const change = client.subscriptions.update(current.id, params, { idempotencyKey })
  const changed = await afterPayments(overdue.length, callStripe(change, 'billing_no_card'))
  return toSubscription(client, changed)
}

/** Charges open invoices, the oldest first. Stripe then reactivates the subscription. */
export async function payOpen(
  client: Stripe,
  input: { customerId: string } & Idempotent,
): Promise<{ subscription: Subscription; paid: number }> {
  const { customerId } = input
  const { subscription: current, cardId } = await findPaying(client, customerId)
  if (!current) throw new PaymentFailure('subscription_missing')
  const open = await listOpen(client, current)
  if (open.length > 0 && cardId === null) throw new PaymentFailure('billing_no_card')
  await payInvoices(client, open, input)
  const subscription = await toSubscription(client, await requireCurrent(client, customerId))
  return { subscription, paid: open.length }
}

export async function setCancelAtPeriodEnd(
  client: Stripe,
  { customerId, cancel, idempotencyKey }: { customerId: string; cancel: boolean } & Idempotent,
): Promise<Subscription> {
  const { subscription: current, cardId } = await findPaying(client, customerId)
  if (!current) throw new PaymentFailure('subscription_missing')
  if (isEnding(current) === cancel) return toSubscription(client, current)
  if (!cancel && cardId === null && current.status !== 'trialing') throw new PaymentFailure('billing_no_card')
  // A subscription that was set to end at a date, in Stripe's dashboard, has only `cancel_at`.
  const params: Stripe.SubscriptionUpdateParams =
    cancel || current.cancel_at_period_end ? { cancel_at_period_end: cancel } : { cancel_at: '' }
  return toSubscription(client, await callStripe(client.subscriptions.update(current.id, params, { idempotencyKey })))
}

/** The subscription, if this very request created it. @throws subscription_exists */
function requireSameRequest(current: Stripe.Subscription, input: Idempotent): Stripe.Subscription {
  if (!isFromRequest(current, input)) throw new PaymentFailure('subscription_exists')
  return current
}
