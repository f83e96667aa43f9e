import type { BillingState } from '#shared/contract/billing.ts'
import type { RequestContext } from '#server/context.ts'
import { changeAccount } from './account.ts'
import { getState } from './get-state.ts'
import { keyOf } from './key-of.ts'

/** Has the subscription end with the period that runs, or go on after all. @throws subscription_missing, and what `changeAccount` throws */
export function setEnd(
  request: RequestContext,
  call: 'cancel' | 'reactivate',
  input: { requestId: string },
): Promise<BillingState> {
  return changeAccount(
    request,
    { action: `billing.${call}_asked`, details: input },
    ({ organizationId, customerId }) =>
      request.payments.setCancelAtPeriodEnd({
        customerId,
        cancel: call === 'cancel',
        idempotencyKey: keyOf(call, organizationId, input.requestId),
      }),
    getState,
  )
}
