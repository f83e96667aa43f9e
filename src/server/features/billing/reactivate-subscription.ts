import type { BillingState } from '#shared/contract/billing.ts'
import type { RequestContext } from '#server/context.ts'
import { setCancellation } from './set-cancellation.ts'

/**
 * Clears the cancellation of a subscription that has not ended.
 * @throws subscription_missing after the end of the subscription, and what `setCancellation` throws
 */
export function reactivateSubscription(request: RequestContext, input: { requestId: string }): Promise<BillingState> {
  return setCancellation(request, 'reactivate', input)
}
