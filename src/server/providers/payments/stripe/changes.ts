import type Stripe from 'stripe'
import type { ProrationPreview, Subscription } from '#shared/contract/billing.ts'
import { type Once, PaymentFailure } from '../port.ts'
import { ask } from './ask.ts'
import { findPaying } from './cards.ts'
import { findPlan } from './catalog.ts'
import { closePages, openPage } from './pages.ts'
import { describe, findRunning, isMadeBy, itemOf, madeBy, momentOf, requireRunning } from './subscriptions.ts'

const day = 86_400

type Wish = { customerId: string; priceId: string } & Once

/** A page that was opened meanwhile would be paid beside the trial: it is closed. */
export async function startTrial(client: Stripe, wish: Wish & { days: number }): Promise<Subscription> {
  await closePages(client, wish.customerId, null)
  const running = await findRunning(client, wish.customerId)
  if (running) return describe(client, sameWish(running, wish))
  await findPlan(client, wish.priceId)
  const made = await ask(
    client.subscriptions.create(
      {
        customer: wish.customerId,
        items: [{ price: wish.priceId }],
        trial_period_days: wish.days,
        trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
        metadata: madeBy(wish),
      },
      { idempotencyKey: wish.idempotencyKey },
    ),
  )
  return describe(client, made)
}

/**
 * Pays with the default card, or leads to Stripe's page where one is wished. Without the money there is no subscription. Pages that were
 * opened before are closed first: what is paid there until then is seen, and afterwards nothing can be.
 */
export async function subscribe(
  client: Stripe,
  { page, ...wish }: Wish & { page?: { successUrl: string; cancelUrl: string } | undefined },
): Promise<{ url: string | null }> {
  const { customerId, priceId, idempotencyKey } = wish
  const open = await closePages(client, customerId, page ? priceId : null)
  const { subscription: running, cardId } = await findPaying(client, customerId)
  if (running) {
    if (open) await closePages(client, customerId, null)
    sameWish(running, wish)
    return { url: null }
  }
  await findPlan(client, priceId)
  if (page) {
    const { url } = open ?? (await openPage(client, { ...wish, page }))
    if (!url) throw new PaymentFailure('payment_processing')
    return { url }
  }
  if (cardId === null) throw new PaymentFailure('billing_no_card')
  const paid: Stripe.SubscriptionCreateParams = {
    customer: customerId,
    items: [{ price: priceId }],
    payment_behavior: 'error_if_incomplete',
    metadata: madeBy(wish),
  }
  await ask(client.subscriptions.create(paid, { idempotencyKey }), 'billing_no_card')
  return { url: null }
}

/** What Stripe itself says the change would cost: nothing is computed here but the days. */
export async function previewChange(
  client: Stripe,
  { customerId, priceId }: Omit<Wish, keyof Once>,
  now: Date,
): Promise<ProrationPreview> {
  const [running, plan] = await Promise.all([requireRunning(client, customerId), findPlan(client, priceId)])
  const current = await describe(client, running)
  const { remaining, total, at } = cycleOf(running, now)
  const change = {
    currency: plan.currency,
    currentPlan: { name: current.productName, amount: current.amount },
    newPlan: { name: plan.name, amount: plan.price },
  }
  const days = { daysRemaining: remaining, totalDaysInCycle: total }
  const then = (periodStart: string, amount: number) =>
    current.cancelAtPeriodEnd
      ? { nextInvoice: null, endsAt: periodStart }
      : { nextInvoice: { amount, periodStart }, endsAt: null }
  if (running.status === 'trialing') {
    const proration = { ...days, creditAmount: 0, chargeAmount: 0, netAmount: 0 }
    const free = { unpaidAmount: 0, creditUsed: 0, creditKept: 0, dueNow: 0 }
    return { ...change, proration, ...free, ...then(current.currentPeriodEnd, plan.price) }
  }
  const invoice = await ask(
    client.invoices.createPreview({
      customer: customerId,
      subscription: running.id,
      subscription_details: {
        items: [{ id: itemOf(running).id, price: priceId }],
        proration_behavior: 'always_invoice',
        proration_date: at,
      },
    }),
  )
  // A preview may go on to the next period's line, which is not paid now. A period of another length begins at once.
  const tomorrow = now.getTime() / 1000 + day
  const isOtherLength = plan.interval !== current.interval
  const begun = invoice.lines.data.filter((line) => isOtherLength && !isProration(line) && line.period.start < tomorrow)
  const lines = [...invoice.lines.data.filter(isProration), ...begun]
  const creditAmount = sum(lines.map(({ amount }) => Math.min(0, amount)))
  const chargeAmount = sum(lines.map(({ amount }) => Math.max(0, amount)))
  const netAmount = creditAmount + chargeAmount
  // Below 0 the balance is credit, above it is owed. What this change leaves of credit the next invoice is paid with.
  const balance = netAmount + invoice.starting_balance
  const unpaidAmount = Math.max(0, invoice.starting_balance)
  const dueNow = Math.max(0, balance)
  const creditKept = Math.max(0, -netAmount - unpaidAmount)
  const paidUntil = begun[0]?.period.end ?? itemOf(running).current_period_end
  return {
    ...change,
    proration: { ...days, creditAmount, chargeAmount, netAmount },
    unpaidAmount,
    creditUsed: dueNow - creditKept - netAmount - unpaidAmount,
    creditKept,
    dueNow,
    ...then(momentOf(paidUntil), Math.max(0, plan.price + Math.min(0, balance))),
  }
}

/** Pays the difference at once; when that cannot be done, nothing changes. */
export async function changePlan(client: Stripe, wish: Wish, now: Date): Promise<Subscription> {
  const { customerId, priceId, idempotencyKey } = wish
  const { subscription: running, cardId } = await findPaying(client, customerId)
  if (!running) throw new PaymentFailure('subscription_missing')
  const item = itemOf(running)
  if (item.price.id === priceId) return describe(client, running)
  await findPlan(client, priceId)
  const isTrial = running.status === 'trialing'
  if (cardId === null && !isTrial) throw new PaymentFailure('billing_no_card')
  const items = [{ id: item.id, price: priceId }]
  const change: Stripe.SubscriptionUpdateParams = isTrial
    ? { items, proration_behavior: 'none' }
    : {
        items,
        proration_behavior: 'always_invoice',
        proration_date: cycleOf(running, now).at,
        payment_behavior: 'error_if_incomplete',
      }
  return describe(
    client,
    await ask(client.subscriptions.update(running.id, change, { idempotencyKey }), 'billing_no_card'),
  )
}

/** Pays its open invoices, the oldest first. Stripe then has the subscription go on by itself. */
export async function payOpen(
  client: Stripe,
  { customerId, idempotencyKey }: { customerId: string } & Once,
): Promise<Subscription> {
  const { subscription: running, cardId } = await findPaying(client, customerId)
  if (!running) throw new PaymentFailure('subscription_missing')
  const { data } = await ask(client.invoices.list({ subscription: running.id, status: 'open', limit: 100 }))
  if (data.length > 0 && cardId === null) throw new PaymentFailure('billing_no_card')
  for (const { id } of data.toReversed()) {
    await ask(client.invoices.pay(id, {}, { idempotencyKey: `${idempotencyKey}:${id}` }), 'billing_no_card')
  }
  return describe(client, await requireRunning(client, customerId))
}

export async function setCancelAtPeriodEnd(
  client: Stripe,
  { customerId, cancel, idempotencyKey }: { customerId: string; cancel: boolean } & Once,
): Promise<Subscription> {
  const { subscription: running, cardId } = await findPaying(client, customerId)
  if (!running) throw new PaymentFailure('subscription_missing')
  if (running.cancel_at_period_end === cancel) return describe(client, running)
  if (!cancel && cardId === null && running.status !== 'trialing') throw new PaymentFailure('billing_no_card')
  const change = { cancel_at_period_end: cancel }
  return describe(client, await ask(client.subscriptions.update(running.id, change, { idempotencyKey })))
}

/** The one that this very wish has made before. @throws subscription_exists for another one */
function sameWish(running: Stripe.Subscription, wish: Once): Stripe.Subscription {
  if (!isMadeBy(running, wish)) throw new PaymentFailure('subscription_exists')
  return running
}

/**
 * The days of the period, each of 24 hours counted back from its end; the one that runs belongs to the new plan. Stripe
 * prorates by the second: told of that day's begin (`at`), it prorates by the day, and what was previewed is what is paid.
 */
function cycleOf(subscription: Stripe.Subscription, now: Date): { remaining: number; total: number; at: number } {
  const { current_period_start: start, current_period_end: end } = itemOf(subscription)
  const total = Math.max(1, Math.round((end - start) / day))
  const remaining = Math.min(total, Math.max(0, Math.ceil((end - now.getTime() / 1000) / day)))
  return { remaining, total, at: Math.min(end - 1, Math.max(start, end - remaining * day)) }
}

function isProration({ parent }: Stripe.InvoiceLineItem): boolean {
  return (parent?.subscription_item_details ?? parent?.invoice_item_details)?.proration ?? false
}

function sum(amounts: number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}
