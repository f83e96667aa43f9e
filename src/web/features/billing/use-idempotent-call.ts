import { useState } from 'react'
import { readError } from '#web/api/errors.ts'
import { createIdempotentCall } from '#web/api/idempotent-call.ts'
import { isFinal } from './with-idempotency.ts'
import { useBillingChanges } from './use-billing-changes.ts'

/** Error codes that mean the displayed billing state may be stale. */
const staleStateErrors: ReadonlySet<string> = new Set([
  'amount_changed',
  'billing_overtaken',
  'payment_partly_made',
  'payments_failed',
  'subscription_exists',
  'subscription_missing',
])

/**
 * Sends calls that move money at most once, and refetches after errors that mean that the displayed state is stale.
 * @param subject the state that the change is based on
 */
export function useIdempotentCall<Answer>(subject = '') {
  const [once] = useState(() => createIdempotentCall(isFinal))
  const { refresh } = useBillingChanges()
  return async (call: (requestId: string) => Promise<Answer>): Promise<Answer> => {
    try {
      return await once(subject, call)
    } catch (error) {
      if (staleStateErrors.has(readError(error).code)) void refresh()
      throw error
    }
  }
}
