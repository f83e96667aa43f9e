import type { Subscription } from '#shared/contract/billing.ts'
import { readError } from '#web/api/errors.ts'

/**
 * Returns whether a failure is final. The provider repeats its own errors for the same id, so they are final. A
 * conflict with another running call is not final.
 */
export function isFinal(error: unknown): boolean {
  const { code, status } = readError(error)
  if (status === null || code === 'billing_busy') return false
  return status < 500 || code === 'payments_failed'
}

/** Names the subject of calls that change this subscription. */
export function subjectOf(subscription: Pick<Subscription, 'id' | 'priceId' | 'cancelAtPeriodEnd'> | null): string {
  if (!subscription) return 'none'
  const { id, priceId, cancelAtPeriodEnd } = subscription
  return [id, priceId, cancelAtPeriodEnd].join(' ')
}
