import type { BillingState } from '#shared/contract/billing.ts'
import type { RequestContext } from '#server/context.ts'
import { setEnd } from './set-end.ts'

/** It ends with the period that runs. @throws what `setEnd` throws */
export function cancelSubscription(request: RequestContext, input: { requestId: string }): Promise<BillingState> {
  return setEnd(request, 'cancel', input)
}
