import type { BillingState } from '#shared/contract/billing.ts'
import type { RequestContext } from '#server/context.ts'
import { setCancellation } from './set-cancellation.ts'

/** Cancels the subscription at the end of its period. @throws what `setCancellation` throws */
export function cancelSubscription(request: RequestContext, input: { requestId: string }): Promise<BillingState> {
  return setCancellation(request, 'cancel', input)
}
