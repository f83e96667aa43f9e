import { useState } from 'react'
import { readError } from '#web/api/errors.ts'
import { createIdempotentCall } from './with-idempotency.ts'
import { useBillingChanges } from './use-billing-changes.ts'

/** Answers by which it is known that what is shown is not so any more, or may not be. */
const staleStateErrors: ReadonlySet<string> = new Set([
  'billing_overtaken',
  'payments_failed',
  'subscription_exists',
  'subscription_missing',
])

/**
 * Calls that move money once, however often they are sent. When a refusal says that something else is there than is shown, that is asked
 * for anew. @param subject what is changed, as it is now
 */
export function useIdempotentCall<Answer>(subject = '') {
  const [once] = useState(createIdempotentCall<Answer>)
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
