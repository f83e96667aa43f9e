import type Stripe from 'stripe'
import type { Plan, ProrationPreview } from '#shared/contract/billing.ts'
import { callStripe } from './call-stripe.ts'
import { findPlan, idOf } from './catalog.ts'
import { listOverdue } from './open-invoices.ts'
import { itemOf, requireCurrent, toIso, toSubscription } from './subscriptions.ts'

const day = 86_400

/** The cost of a change now. */
export async function previewChange(
  client: Stripe,
  { customerId, priceId }: { customerId: string; priceId: string },
  now: Date,
): Promise<ProrationPreview> {
  const [subscription, plan] = await Promise.all([requireCurrent(client, customerId), findPlan(client, priceId)])
  return previewOf(client, { subscription, plan, overdue: await listOverdue(client, subscription) }, now)
}

/** The cost of a change as Stripe computes it, with the overdue invoices, which are paid before it. Only the days are counted here. */
export async function previewOf(
  client: Stripe,
  { subscription, plan, overdue }: { subscription: Stripe.Subscription; plan: Plan; overdue: Stripe.Invoice[] },
  now: Date,
): Promise<ProrationPreview> {
  const current = await toSubscription(client, subscription)
  const { remaining, total, at } = cycleOf(subscription, now)
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
  if (subscription.status === 'trialing') {
    const proration = { ...days, creditAmount: 0, chargeAmount: 0, netAmount: 0 }
    const zeroAmounts = { unpaidAmount: 0, creditUsed: 0, creditKept: 0, dueNow: 0 }
    return { ...change, proration, ...zeroAmounts, ...then(current.currentPeriodEnd, plan.price) }
  }
  const invoice = await callStripe(
    client.invoices.createPreview({
      customer: idOf(subscription.customer) ?? '',
      subscription: subscription.id,
      subscription_details: {
        items: [{ id: itemOf(subscription).id, price: plan.priceId }],
        proration_behavior: 'always_invoice',
        proration_date: at,
      },
    }),
  )
  // The preview may include the next period's line, which is not due now. A plan with another interval starts its period now.
  const tomorrow = now.getTime() / 1000 + day
  const isOtherInterval = plan.interval !== current.interval
  const startedLines = invoice.lines.data.filter(
    (line) => isOtherInterval && !isProration(line) && line.period.start < tomorrow,
  )
  const lines = [...invoice.lines.data.filter(isProration), ...startedLines]
  const creditAmount = sum(lines.map(({ amount }) => Math.min(0, amount)))
  const chargeAmount = sum(lines.map(({ amount }) => Math.max(0, amount)))
  const netAmount = creditAmount + chargeAmount
  // A balance below 0 is credit, above 0 it is owed. Credit left after this change pays for the next invoice.
  const balance = netAmount + invoice.starting_balance
  const owed = Math.max(0, invoice.starting_balance)
  const overdueAmount = sum(overdue.map(({ amount_remaining: amount }) => amount))
  const unpaidAmount = owed + overdueAmount
  const dueNow = Math.max(0, balance) + overdueAmount
  const creditKept = Math.max(0, -netAmount - owed)
  const paidUntil = startedLines[0]?.period.end ?? itemOf(subscription).current_period_end
  return {
    ...change,
    proration: { ...days, creditAmount, chargeAmount, netAmount },
    unpaidAmount,
    creditUsed: dueNow - creditKept - netAmount - unpaidAmount,
    creditKept,
    dueNow,
    ...then(toIso(paidUntil), Math.max(0, plan.price + Math.min(0, balance))),
  }
}

/**
 * The period's days of 24 hours, counted back from its end. The current day belongs to the new plan. Stripe prorates by the
 * second: passing the day's start (`at`) makes it prorate by the day, so that preview and charge agree.
 */
export function cycleOf(
  subscription: Stripe.Subscription,
  now: Date,
): { remaining: number; total: number; at: number } {
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
