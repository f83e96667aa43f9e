import { periodEnd } from '#server/providers/payments/proration.ts'
import { type Account, bill, collect, currentSubscription, refusal, tell } from './account.ts'
import { planOf } from './catalog.ts'
import type { StoredSubscription } from './objects.ts'
import { paid, periodLine } from './subscriptions.ts'

const triesAgain = 3
const betweenTries = 3 * 86_400_000

/**
 * Lets happen, each at its own time, what is due of a customer up to now: trials end, periods renew, what was not paid
 * is tried again after 3 days, thrice, and then given up. Answers whether anything did.
 */
export async function advanceCustomer(account: Account): Promise<boolean> {
  let subscription = await currentSubscription(account)
  let happened = false
  while (subscription?.dueAt && Date.parse(subscription.dueAt) <= account.now.getTime()) {
    subscription = await next({ ...account, now: new Date(subscription.dueAt) }, subscription)
    happened = true
  }
  return happened
}

async function next(account: Account, subscription: StoredSubscription): Promise<StoredSubscription> {
  if (subscription.unpaid) return tryAgain(account, subscription, subscription.unpaid)
  if (subscription.cancelAtPeriodEnd) return end(account, subscription)
  const isTrial = subscription.status === 'trialing'
  if (isTrial && (await refusal(account)) === 'billing_no_card') return end(account, subscription)
  return renew(account, subscription)
}

async function renew(account: Account, subscription: StoredSubscription): Promise<StoredSubscription> {
  const plan = planOf(subscription.priceId)
  const periods = subscription.periods + 1
  const currentPeriodStart = subscription.currentPeriodEnd
  const currentPeriodEnd = periodEnd(new Date(subscription.anchor), plan.interval, periods).toISOString()
  const { invoice, refused } = await bill(account, {
    description: plan.name,
    currency: plan.currency,
    lines: [periodLine(plan, currentPeriodStart, currentPeriodEnd)],
  })
  const renewed = paid({ ...subscription, periods, currentPeriodStart, currentPeriodEnd })
  return keep(account, refused ? unpaid(account, renewed, invoice.id, 0) : renewed)
}

async function tryAgain(
  account: Account,
  subscription: StoredSubscription,
  { invoiceId, tries }: NonNullable<StoredSubscription['unpaid']>,
): Promise<StoredSubscription> {
  const refused = await collect(account, invoiceId)
  if (!refused) return keep(account, paid(subscription))
  if (tries + 1 === triesAgain) return end(account, subscription)
  return keep(account, unpaid(account, subscription, invoiceId, tries + 1))
}

/** Tries end within 9 days, before the shortest period does. */
function unpaid(
  { now }: Account,
  subscription: StoredSubscription,
  invoiceId: string,
  tries: number,
): StoredSubscription {
  const nextTry = new Date(now.getTime() + betweenTries).toISOString()
  return { ...subscription, status: 'past_due', unpaid: { invoiceId, tries, nextTry }, dueAt: nextTry }
}

async function end(account: Account, subscription: StoredSubscription): Promise<StoredSubscription> {
  const ended: StoredSubscription = { ...subscription, status: 'canceled', unpaid: null, dueAt: null }
  await account.rows.save(ended)
  await tell(account, 'customer.subscription.deleted')
  return ended
}

async function keep(account: Account, subscription: StoredSubscription): Promise<StoredSubscription> {
  await account.rows.save(subscription)
  await tell(account, 'customer.subscription.updated')
  return subscription
}
