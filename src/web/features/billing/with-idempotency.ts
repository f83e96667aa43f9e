import type { Subscription } from '#shared/contract/billing.ts'
import { readError } from '#web/api/errors.ts'
import { requestId } from '#web/api/request-id.ts'

/**
 * Calls with an id that stays the same while nobody knows whether the call arrived: sent again, it moves money once. What was answered
 * is over, and the next call is another one; so is one about another subject, e.g. the subscription as it has become meanwhile.
 */
export function createIdempotentCall<Answer>() {
  let kept: { id: string; subject: string } | null = null
  return async (subject: string, call: (requestId: string) => Promise<Answer>): Promise<Answer> => {
    if (kept?.subject !== subject) kept = { id: requestId(), subject }
    const current = kept
    const end = () => {
      if (kept === current) kept = null
    }
    try {
      const answer = await call(current.id)
      end()
      return answer
    } catch (error) {
      if (isFinal(error)) end()
      throw error
    }
  }
}

/**
 * Whether a call that failed was answered for good. The provider's own error is: it would be answered to the same id again. That
 * another call is under way is no answer to this one.
 */
function isFinal(error: unknown): boolean {
  const { code, status } = readError(error)
  if (status === null || code === 'billing_busy') return false
  return status < 500 || code === 'payments_failed'
}

/** A subscription as it is now, as the subject of calls that change it. */
export function subjectOf(subscription: Pick<Subscription, 'id' | 'priceId' | 'cancelAtPeriodEnd'> | null): string {
  if (!subscription) return 'none'
  const { id, priceId, cancelAtPeriodEnd } = subscription
  return [id, priceId, cancelAtPeriodEnd].join(' ')
}
