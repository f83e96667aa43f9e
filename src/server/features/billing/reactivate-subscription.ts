import type { BillingState } from '#shared/contract/billing.ts'
import type { RequestContext } from '#server/context.ts'
import { setEnd } from './set-end.ts'

/** It goes on after all. @throws subscription_missing when it has ended, and what `setEnd` throws */
export function reactivateSubscription(request: RequestContext, input: { requestId: string }): Promise<BillingState> {
  return setEnd(request, 'reactivate', input)
}
