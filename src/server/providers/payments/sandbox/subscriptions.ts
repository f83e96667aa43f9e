import type { Plan, ProrationPreview, Subscription } from '#shared/contract/billing.ts'
import { periodEnd, prorate, type Proration } from '#server/providers/payments/proration.ts'
import { PaymentFailure } from '../port.ts'
import {
  type Account,
  applyCredit,
  currentSubscription,
  emitEvent,
  issueInvoice,
  planOf,
  retryInvoice,
} from './account.ts'
import type { InvoiceLine, StoredSubscription } from './objects.ts'
import { newId } from './store.ts'

/** The stored subscription as the port returns it. */
export function toSubscription(account: Pick<Account, 'plans'>, stored: StoredSubscription): Subscription {
  const plan = planOf(account, stored.priceId)
  return {
    id: stored.id,
    status: stored.status,
    productId: plan.productId,
    priceId: plan.priceId,
    productName: plan.name,
    amount: plan.price,
    currency: plan.currency,
    interval: plan.interval,
    currentPeriodStart: stored.currentPeriodStart,
    currentPeriodEnd: stored.currentPeriodEnd,
    trialEnd: stored.trialEnd,
    cancelAtPeriodEnd: stored.cancelAtPeriodEnd,
  }
}

/** Starts a trial, even beside another subscription. @throws plan_missing */
export async function startTrial(account: Account, priceId: string, days: number): Promise<StoredSubscription> {
  planOf(account, priceId)
  const start = account.now.toISOString()
  const end = new Date(account.now.getTime() + days * 86_400_000).toISOString()
  return create(account, {
    priceId,
    status: 'trialing',
    anchor: end,
    periods: 0,
    currentPeriodStart: start,
    currentPeriodEnd: end,
    trialEnd: end,
    dueAt: end,
  })
}

/** Charges the first period immediately, even beside another subscription. @throws plan_missing, or the reason of a failed charge */
export async function subscribe(account: Account, priceId: string): Promise<StoredSubscription> {
  const plan = planOf(account, priceId)
  const period = firstPeriod(account, plan)
  await charge(account, plan, plan.name, [periodLine(plan, period.currentPeriodStart, period.currentPeriodEnd)])
  return create(account, { priceId, status: 'active', trialEnd: null, ...period })
}

export async function previewChange(account: Account, priceId: string): Promise<ProrationPreview> {
  const { customer, transaction } = account
  const subscription = await requireCurrent(account)
  const [current, next] = [planOf(account, subscription.priceId), planOf(account, priceId)]
  const proration = prorateChange(account, subscription, next)
  const { netAmount } = proration
  const { due, credit } = applyCredit(customer.credit, netAmount)
  const unpaid = subscription.unpaid && (await transaction.find('invoice', customer.id, subscription.unpaid.invoiceId))
  const unpaidAmount = unpaid?.amount ?? 0
  const { cancelAtPeriodEnd, currentPeriodEnd } = subscription
  return {
    currency: next.currency,
    currentPlan: { name: current.name, amount: current.price },
    newPlan: { name: next.name, amount: next.price },
    proration,
    unpaidAmount,
    creditUsed: due - Math.max(0, netAmount),
    creditKept: Math.max(0, -netAmount),
    dueNow: unpaidAmount + due,
    nextInvoice: cancelAtPeriodEnd ? null : { amount: Math.max(0, next.price - credit), periodStart: currentPeriodEnd },
    endsAt: cancelAtPeriodEnd ? currentPeriodEnd : null,
  }
}

/** Charges the open invoice first. A failed charge changes nothing. @throws amount_changed if another amount is due than `dueNow` */
export async function changePlan(
  account: Account,
  priceId: string,
  dueNow: number | null = null,
): Promise<StoredSubscription> {
  const subscription = await requireCurrent(account)
  const next = planOf(account, priceId)
  if (subscription.priceId === next.priceId) return subscription
  if (dueNow !== null && (await previewChange(account, priceId)).dueNow !== dueNow)
    throw new PaymentFailure('amount_changed')
  return switchPlan(account, await settle(account, subscription), next)
}

/** Invoices the prorated difference and moves the subscription to the plan. @throws the reason of a failed charge */
export async function switchPlan(
  account: Account,
  subscription: StoredSubscription,
  next: Plan,
): Promise<StoredSubscription> {
  const current = planOf(account, subscription.priceId)
  const { creditAmount, chargeAmount } = prorateChange(account, subscription, next)
  const startsPeriod = subscription.status !== 'trialing' && current.interval !== next.interval
  const changed = {
    ...subscription,
    priceId: next.priceId,
    ...(startsPeriod ? firstPeriod(account, next) : {}),
  }
  const paidFor = span(account.now.toISOString(), changed.currentPeriodEnd)
  if (creditAmount !== 0 || chargeAmount !== 0)
    await charge(account, next, `Change from ${current.name} to ${next.name}`, [
      { description: `${current.name}, days not used`, amount: creditAmount },
      { description: `${next.name}, ${paidFor}`, amount: chargeAmount },
    ])
  return save(account, changed)
}

/** Retries the open invoice now. */
export async function payOpen(account: Account): Promise<{ subscription: StoredSubscription; paid: number }> {
  const subscription = await requireCurrent(account)
  if (!subscription.unpaid) return { subscription, paid: 0 }
  return { subscription: await save(account, await settle(account, subscription)), paid: 1 }
}

export async function setCancelAtPeriodEnd(account: Account, cancelAtPeriodEnd: boolean): Promise<StoredSubscription> {
  const subscription = await requireCurrent(account)
  if (subscription.cancelAtPeriodEnd === cancelAtPeriodEnd) return subscription
  const willRenew = !cancelAtPeriodEnd && subscription.status !== 'trialing'
  if (willRenew && account.customer.defaultCardId === null) throw new PaymentFailure('billing_no_card')
  return save(account, { ...subscription, cancelAtPeriodEnd })
}

/** The invoice line of a whole period. */
export function periodLine(plan: Plan, start: string, end: string): InvoiceLine {
  return { description: `${plan.name}, ${span(start, end)}`, amount: plan.price }
}

/** The subscription without an open invoice. */
export function asPaid(subscription: StoredSubscription): StoredSubscription {
  return { ...subscription, status: 'active', unpaid: null, dueAt: subscription.currentPeriodEnd }
}

/** A trial is free, so a change costs nothing. A plan with another interval starts a whole new period. */
export function prorateChange(account: Account, subscription: StoredSubscription, next: Plan): Proration {
  const current = planOf(account, subscription.priceId)
  const isFree = subscription.status === 'trialing'
  const proration = prorate({
    currentAmount: isFree ? 0 : current.price,
    newAmount: isFree ? 0 : next.price,
    periodStart: new Date(subscription.currentPeriodStart),
    periodEnd: new Date(subscription.currentPeriodEnd),
    now: account.now,
  })
  if (isFree || current.interval === next.interval) return proration
  return { ...proration, chargeAmount: next.price, netAmount: proration.creditAmount + next.price }
}

export async function save(account: Account, subscription: StoredSubscription): Promise<StoredSubscription> {
  await account.transaction.update(subscription)
  await emitEvent(account, 'customer.subscription.updated')
  return subscription
}

/** @throws subscription_exists */
export async function requireNoSubscription(account: Account): Promise<void> {
  if (await currentSubscription(account)) throw new PaymentFailure('subscription_exists')
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

function span(start: string, end: string): string {
  return `${day.format(new Date(start))} to ${day.format(new Date(end))}`
}

function firstPeriod({ now }: Account, plan: Plan) {
  const start = now.toISOString()
  const end = periodEnd(now, plan.interval, 1).toISOString()
  return { anchor: start, periods: 1, currentPeriodStart: start, currentPeriodEnd: end, dueAt: end }
}

async function charge(account: Account, plan: Plan, description: string, lines: InvoiceLine[]): Promise<void> {
  const { failure } = await issueInvoice(account, { description, currency: plan.currency, lines })
  if (failure) throw new PaymentFailure(failure)
}

async function settle(account: Account, subscription: StoredSubscription): Promise<StoredSubscription> {
  if (!subscription.unpaid) return subscription
  const failure = await retryInvoice(account, subscription.unpaid.invoiceId)
  if (failure) throw new PaymentFailure(failure)
  return asPaid(subscription)
}

async function create(
  account: Account,
  started: Omit<StoredSubscription, 'id' | 'cancelAtPeriodEnd' | 'unpaid'>,
): Promise<StoredSubscription> {
  const subscription = { ...started, id: newId('subscription'), cancelAtPeriodEnd: false, unpaid: null }
  await account.transaction.insert('subscription', account.customer.id, subscription)
  await emitEvent(account, 'customer.subscription.created')
  return subscription
}

async function requireCurrent(account: Account): Promise<StoredSubscription> {
  const subscription = await currentSubscription(account)
  if (!subscription) throw new PaymentFailure('subscription_missing')
  return subscription
}
