import type { BillingState } from '#shared/contract/billing.ts'
import type { RequestContext } from '#server/context.ts'
import { changeAccount } from './account.ts'
import { getState } from './get-state.ts'
import { keyOf } from './key-of.ts'

/** It goes on after all. @throws subscription_missing when it has ended, and what `changeAccount` throws */
export function reactivateSubscription(request: RequestContext, input: { requestId: string }): Promise<BillingState> {
  return changeAccount(
    request,
    { action: 'billing.reactivate_asked', details: input },
    ({ organizationId, customerId }) =>
      request.payments.setCancelAtPeriodEnd({
        customerId,
        cancel: false,
        idempotencyKey: keyOf('reactivate', organizationId, input.requestId),
      }),
    getState,
  )
}
