import type { BillingState, Invoice, Subscription, SubscriptionStatus } from '#shared/contract/billing.ts'
import { isLow } from '#shared/rules/session-limit.ts'
import { todayIn } from '#web/ui/dates.ts'

type StatusBadge = { label: string; color: string }

/** How a subscription stands, as people read it. */
export const subscriptionBadges: Readonly<Record<SubscriptionStatus, StatusBadge>> = {
  none: { label: 'No subscription', color: 'gray' },
  trialing: { label: 'Free trial', color: 'dusk' },
  active: { label: 'Active', color: 'spruce' },
  past_due: { label: 'Payment overdue', color: 'ember' },
  unpaid: { label: 'Unpaid', color: 'ember' },
  incomplete: { label: 'First payment open', color: 'ochre' },
  paused: { label: 'Paused', color: 'ochre' },
  canceled: { label: 'Canceled', color: 'gray' },
}

export const invoiceBadges: Readonly<Record<Invoice['status'], StatusBadge>> = {
  paid: { label: 'Paid', color: 'spruce' },
  pending: { label: 'Pending', color: 'ochre' },
  failed: { label: 'Failed', color: 'ember' },
  other: { label: 'Other', color: 'gray' },
}

export type PaymentProblem = {
  what: string
  /** For those who may do something about it. */
  help: string
  /** Whether what is open can be paid at once. */
  isOpen: boolean
}

/** What is wrong with it and what helps; null where nothing is. */
export function paymentProblem({ status }: Subscription): PaymentProblem | null {
  switch (status) {
    case 'past_due':
      return {
        what: 'The last payment failed. It will be retried within a few days.',
        help: 'If the card no longer works, make another one the default first. Then pay now or wait for the next attempt.',
        isOpen: true,
      }
    case 'unpaid':
      return {
        what: 'Payments failed and will not be retried automatically.',
        help: 'If the card no longer works, make another one the default first. Then pay now.',
        isOpen: true,
      }
    case 'incomplete':
      return {
        what: 'The first payment has not been completed yet.',
        help: 'Check the payment method.',
        isOpen: false,
      }
    case 'paused':
      return {
        what: 'The subscription needs a payment method.',
        help: 'Add one to continue.',
        isOpen: false,
      }
    default:
      return null
  }
}

/** Days from today to the day of a moment, both where the person lives; never less than none. */
export function daysUntil(moment: string, timeZone: string, now: Date): number {
  const day = (at: Date) => Date.parse(`${todayIn(timeZone, at)}T00:00:00Z`) / 86_400_000
  return Math.max(0, day(new Date(moment)) - day(now))
}

/** What the days that are left lead to. Null where they lead to nothing that is known. */
export function endLabel({ status, cancelAtPeriodEnd }: Subscription): string | null {
  if (cancelAtPeriodEnd) return 'your plan ends'
  if (status === 'trialing') return 'your free trial ends'
  return status === 'active' ? 'your plan renews' : null
}

/** Whether no money moves: with the built-in provider, and with Stripe's keys for testing. */
export function isTestMode({ provider, publishableKey }: BillingState): boolean {
  return provider === 'test' || publishableKey?.startsWith('pk_test_') === true
}

/** How many sessions were held, in words. */
export function usageText({ used, limit }: BillingState['usage'], isPeriod: boolean): string {
  const when = isPeriod ? 'in this period' : 'this month'
  const sessions = (count: number) => `${count} ${count === 1 ? 'session' : 'sessions'}`
  return limit === null ? `${sessions(used)} ${when}, no limit` : `${used} of ${sessions(limit)} ${when}`
}

/** What is to be known about the sessions that are left; null while there are plenty. */
export function remainingText({ used, limit }: BillingState['usage']): string | null {
  if (limit === null || !isLow({ used, limit })) return null
  const left = limit - used
  if (left < 0) return 'This is more than the plan includes. You can still record.'
  const sessions = left === 0 ? 'No sessions remain' : left === 1 ? '1 session remains' : `${left} sessions remain`
  return `${sessions} in this period. You can still record.`
}
