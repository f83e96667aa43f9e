import type { Subscription } from '#shared/contract/billing.ts'
import { readError } from '#web/api/errors.ts'
import { requestId } from '#web/api/request-id.ts'

/**
 * Reuses the request id while the outcome of a call is unknown, so that a retry moves money once. After a final
 * response, the next call gets a new id. Another subject, such as a changed subscription, also gets a new id.
 */
export function createIdempotentCall<Answer>() {
  let storedKey: { id: string; subject: string } | null = null
  return async (subject: string, call: (requestId: string) => Promise<Answer>): Promise<Answer> => {
    if (storedKey?.subject !== subject) storedKey = { id: requestId(), subject }
    const current = storedKey
    const end = () => {
      if (storedKey === current) storedKey = null
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
 * Returns whether a failure is final. The provider repeats its own errors for the same id, so they are final. A
 * conflict with another running call is not final.
 */
function isFinal(error: unknown): boolean {
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
