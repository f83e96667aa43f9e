import type { Plan, ProrationPreview, Subscription } from '#shared/contract/billing.ts'
import { periodEnd, prorate, type Proration } from '#server/providers/payments/proration.ts'
import { PaymentFailure } from '../port.ts'
import { type Account, bill, collect, currentSubscription, tell } from './account.ts'
import { planOf } from './catalog.ts'
import type { InvoiceLine, StoredSubscription } from './objects.ts'
import { newId } from './store.ts'

/** As the port shows it. */
export function showSubscription(stored: StoredSubscription): Subscription {
  const plan = planOf(stored.priceId)
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

export async function startTrial(account: Account, priceId: string, days: number): Promise<Subscription> {
  await requireNone(account)
  planOf(priceId)
  const start = account.now.toISOString()
  const end = new Date(account.now.getTime() + days * 86_400_000).toISOString()
  return begin(account, {
    id: newId('subscription'),
    priceId,
    status: 'trialing',
    anchor: end,
    periods: 0,
    currentPeriodStart: start,
    currentPeriodEnd: end,
    trialEnd: end,
    cancelAtPeriodEnd: false,
    unpaid: null,
    dueAt: end,
  })
}

/** Pays the first period at once; without the money there is no subscription. */
export async function subscribe(account: Account, priceId: string): Promise<Subscription> {
  await requireNone(account)
  const plan = planOf(priceId)
  const start = account.now.toISOString()
  const end = periodEnd(account.now, plan.interval, 1).toISOString()
  await charge(account, plan, plan.name, [periodLine(plan, start, end)])
  return begin(account, {
    id: newId('subscription'),
    priceId,
    status: 'active',
    anchor: start,
    periods: 1,
    currentPeriodStart: start,
    currentPeriodEnd: end,
    trialEnd: null,
    cancelAtPeriodEnd: false,
    unpaid: null,
    dueAt: end,
  })
}

export async function previewChange(account: Account, priceId: string): Promise<ProrationPreview> {
  const subscription = await requireCurrent(account)
  const [current, next] = [planOf(subscription.priceId), planOf(priceId)]
  const proration = proratedChange(account, subscription, next)
  const { netAmount } = proration
  const used = Math.min(account.customer.credit, Math.max(0, netAmount))
  const left = account.customer.credit - used + Math.max(0, -netAmount)
  const unpaid =
    subscription.unpaid && (await account.rows.find('invoice', account.customer.id, subscription.unpaid.invoiceId))
  const unpaidAmount = unpaid?.amount ?? 0
  const { cancelAtPeriodEnd, currentPeriodEnd } = subscription
  return {
    currency: next.currency,
    currentPlan: { name: current.name, amount: current.price },
    newPlan: { name: next.name, amount: next.price },
    proration,
    unpaidAmount,
    creditUsed: used === 0 ? 0 : -used,
    creditKept: Math.max(0, -netAmount),
    dueNow: unpaidAmount + Math.max(0, netAmount) - used,
    nextInvoice: cancelAtPeriodEnd ? null : { amount: Math.max(0, next.price - left), periodStart: currentPeriodEnd },
    endsAt: cancelAtPeriodEnd ? currentPeriodEnd : null,
  }
}

/** What is still unpaid is collected first. Nothing changes when the money does not come. */
export async function changePlan(account: Account, priceId: string): Promise<Subscription> {
  const owing = await requireCurrent(account)
  const [current, next] = [planOf(owing.priceId), planOf(priceId)]
  if (current.priceId === next.priceId) return showSubscription(owing)
  const subscription = await settle(account, owing)
  const { creditAmount, chargeAmount } = proratedChange(account, subscription, next)
  if (creditAmount !== 0 || chargeAmount !== 0)
    await charge(account, next, `Change from ${current.name} to ${next.name}`, [
      { description: `${current.name}, days not used`, amount: creditAmount },
      {
        description: `${next.name}, ${span(account.now.toISOString(), subscription.currentPeriodEnd)}`,
        amount: chargeAmount,
      },
    ])
  return change(account, { ...subscription, priceId })
}

/** Tries at once to have paid what is unpaid. */
export async function payOpen(account: Account): Promise<Subscription> {
  const owing = await requireCurrent(account)
  return owing.unpaid ? change(account, await settle(account, owing)) : showSubscription(owing)
}

export async function setCancelAtPeriodEnd(account: Account, cancelAtPeriodEnd: boolean): Promise<Subscription> {
  const subscription = await requireCurrent(account)
  if (subscription.cancelAtPeriodEnd === cancelAtPeriodEnd) return showSubscription(subscription)
  const goesOn = !cancelAtPeriodEnd && subscription.status !== 'trialing'
  if (goesOn && account.customer.defaultCardId === null) throw new PaymentFailure('billing_no_card')
  return change(account, { ...subscription, cancelAtPeriodEnd })
}

/** What the next period's invoice says. */
export function periodLine(plan: Plan, start: string, end: string): InvoiceLine {
  return { description: `${plan.name}, ${span(start, end)}`, amount: plan.price }
}

/** A subscription whose debts are paid. */
export function paid(subscription: StoredSubscription): StoredSubscription {
  return { ...subscription, status: 'active', unpaid: null, dueAt: subscription.currentPeriodEnd }
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

function span(start: string, end: string): string {
  return `${day.format(new Date(start))} to ${day.format(new Date(end))}`
}

/** A trial costs nothing, so nothing is given back or charged for the rest of it. */
function proratedChange({ now }: Account, subscription: StoredSubscription, next: Plan): Proration {
  const isFree = subscription.status === 'trialing'
  return prorate({
    currentAmount: isFree ? 0 : planOf(subscription.priceId).price,
    newAmount: isFree ? 0 : next.price,
    periodStart: new Date(subscription.currentPeriodStart),
    periodEnd: new Date(subscription.currentPeriodEnd),
    now,
  })
}

async function charge(account: Account, plan: Plan, description: string, lines: InvoiceLine[]): Promise<void> {
  const { refused } = await bill(account, { description, currency: plan.currency, lines })
  if (refused) throw new PaymentFailure(refused)
}

/** The subscription when nothing of it is unpaid any more. */
async function settle(account: Account, subscription: StoredSubscription): Promise<StoredSubscription> {
  if (!subscription.unpaid) return subscription
  const refused = await collect(account, subscription.unpaid.invoiceId)
  if (refused) throw new PaymentFailure(refused)
  return paid(subscription)
}

async function begin(account: Account, subscription: StoredSubscription): Promise<Subscription> {
  await account.rows.add('subscription', account.customer.id, subscription)
  await tell(account, 'customer.subscription.created')
  return showSubscription(subscription)
}

async function change(account: Account, subscription: StoredSubscription): Promise<Subscription> {
  await account.rows.save(subscription)
  await tell(account, 'customer.subscription.updated')
  return showSubscription(subscription)
}

async function requireCurrent(account: Account): Promise<StoredSubscription> {
  const subscription = await currentSubscription(account)
  if (!subscription) throw new PaymentFailure('subscription_missing')
  return subscription
}

async function requireNone(account: Account): Promise<void> {
  if (await currentSubscription(account)) throw new PaymentFailure('subscription_exists')
}
