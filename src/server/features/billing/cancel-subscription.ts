import type { BillingState } from '#shared/contract/billing.ts'
import type { RequestContext } from '#server/context.ts'
import { changeAccount } from './account.ts'
import { getState } from './get-state.ts'
import { keyOf } from './key-of.ts'

/** It ends with the period that runs. @throws subscription_missing, and what `changeAccount` throws */
export function cancelSubscription(request: RequestContext, input: { requestId: string }): Promise<BillingState> {
  return changeAccount(
    request,
    { action: 'billing.cancel_asked', details: input },
    ({ organizationId, customerId }) =>
      request.payments.setCancelAtPeriodEnd({
        customerId,
        cancel: true,
        idempotencyKey: keyOf('cancel', organizationId, input.requestId),
      }),
    getState,
  )
}
