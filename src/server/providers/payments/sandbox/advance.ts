import { periodEnd } from '#server/providers/payments/proration.ts'
import {
  type Account,
  chargeFailure,
  currentSubscription,
  emitEvent,
  issueInvoice,
  planOf,
  retryInvoice,
} from './account.ts'
import type { StoredSubscription } from './objects.ts'
import { asPaid, periodLine, save } from './subscriptions.ts'

const maxRetries = 3
const retryInterval = 3 * 86_400_000

/**
 * Applies everything due up to now, each step at its own time: trials end, periods renew, open invoices are retried every 3
 * days and the subscription is canceled after 3 retries. Returns whether anything changed.
 */
export async function advanceCustomer(account: Account): Promise<boolean> {
  let subscription = await currentSubscription(account)
  let hasChanged = false
  while (subscription?.dueAt && Date.parse(subscription.dueAt) <= account.now.getTime()) {
    subscription = await advanceOnce({ ...account, now: new Date(subscription.dueAt) }, subscription)
    hasChanged = true
  }
  return hasChanged
}

async function advanceOnce(account: Account, subscription: StoredSubscription): Promise<StoredSubscription> {
  if (subscription.unpaid) return retry(account, subscription, subscription.unpaid)
  if (subscription.cancelAtPeriodEnd) return cancel(account, subscription)
  const isTrial = subscription.status === 'trialing'
  if (isTrial && (await chargeFailure(account)) === 'billing_no_card') return cancel(account, subscription)
  return renew(account, subscription)
}

async function renew(account: Account, subscription: StoredSubscription): Promise<StoredSubscription> {
  const plan = planOf(account, subscription.priceId)
  const periods = subscription.periods + 1
  const currentPeriodStart = subscription.currentPeriodEnd
  const currentPeriodEnd = periodEnd(new Date(subscription.anchor), plan.interval, periods).toISOString()
  const { invoice, failure } = await issueInvoice(account, {
    description: plan.name,
    currency: plan.currency,
    lines: [periodLine(plan, currentPeriodStart, currentPeriodEnd)],
  })
  const renewed = asPaid({ ...subscription, periods, currentPeriodStart, currentPeriodEnd })
  return save(account, failure ? pastDue(account, renewed, invoice.id, 0) : renewed)
}

async function retry(
  account: Account,
  subscription: StoredSubscription,
  { invoiceId, tries }: NonNullable<StoredSubscription['unpaid']>,
): Promise<StoredSubscription> {
  const failure = await retryInvoice(account, invoiceId)
  if (!failure) return save(account, asPaid(subscription))
  if (tries + 1 === maxRetries) return cancel(account, subscription)
  return save(account, pastDue(account, subscription, invoiceId, tries + 1))
}

/** All retries happen within 9 days, before the shortest period ends. */
function pastDue(
  { now }: Account,
  subscription: StoredSubscription,
  invoiceId: string,
  tries: number,
): StoredSubscription {
  const nextTry = new Date(now.getTime() + retryInterval).toISOString()
  return { ...subscription, status: 'past_due', unpaid: { invoiceId, tries, nextTry }, dueAt: nextTry }
}

async function cancel(account: Account, subscription: StoredSubscription): Promise<StoredSubscription> {
  const canceled: StoredSubscription = { ...subscription, status: 'canceled', unpaid: null, dueAt: null }
  await account.transaction.update(canceled)
  await emitEvent(account, 'customer.subscription.deleted')
  return canceled
}
