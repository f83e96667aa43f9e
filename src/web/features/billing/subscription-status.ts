import type { BillingState, Invoice, Subscription, SubscriptionStatus } from '#shared/contract/billing.ts'
import { isNearLimit } from '#shared/rules/session-limit.ts'
import { todayIn } from '#web/ui/format/dates.ts'

type StatusBadge = { label: string; color: string }

/** Label and color of each subscription status. */
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
  /** The advice is shown only to users who can manage billing. */
  help: string
  /** Whether the open invoice can be paid now. */
  isOpen: boolean
}

/** Returns the payment problem and how to solve it; null if there is none. */
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

/** Returns the days from today to a date, both in the given zone; at least 0. */
export function daysUntil(moment: string, timeZone: string, now: Date): number {
  const day = (at: Date) => Date.parse(`${todayIn(timeZone, at)}T00:00:00Z`) / 86_400_000
  return Math.max(0, day(new Date(moment)) - day(now))
}

/** Says what happens when the remaining days are over; null if unknown. */
export function endLabel({ status, cancelAtPeriodEnd }: Subscription): string | null {
  if (cancelAtPeriodEnd) return 'your plan ends'
  if (status === 'trialing') return 'your free trial ends'
  return status === 'active' ? 'your plan renews' : null
}

/** Returns whether payments are simulated, by the built-in provider or by Stripe's test keys. */
export function isTestMode({ provider, publishableKey }: BillingState): boolean {
  return provider === 'test' || publishableKey?.startsWith('pk_test_') === true
}

export function usageText({ used, limit }: BillingState['usage'], isPeriod: boolean): string {
  const when = isPeriod ? 'in this period' : 'this month'
  const sessions = (count: number) => `${count} ${count === 1 ? 'session' : 'sessions'}`
  return limit === null ? `${sessions(used)} ${when}, no limit` : `${used} of ${sessions(limit)} ${when}`
}

/** Warns if few sessions remain; null while there are plenty. */
export function remainingText({ used, limit }: BillingState['usage']): string | null {
  if (limit === null || !isNearLimit({ used, limit })) return null
  const remaining = limit - used
  if (remaining < 0) return 'This is more than the plan includes. You can still record.'
  const sessions =
    remaining === 0 ? 'No sessions remain' : remaining === 1 ? '1 session remains' : `${remaining} sessions remain`
  return `${sessions} in this period. You can still record.`
}
