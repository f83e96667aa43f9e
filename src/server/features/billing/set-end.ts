import type { BillingState } from '#shared/contract/billing.ts'
import type { RequestContext } from '#server/context.ts'
import { changeAccount } from './change-account.ts'
import { getState } from './get-state.ts'
import { keyOf } from './key-of.ts'

/** Has the subscription end with the period that runs, or go on after all. @throws subscription_missing, and what `changeAccount` throws */
export function setEnd(
  request: RequestContext,
  call: 'cancel' | 'reactivate',
  { requestId }: { requestId: string },
): Promise<BillingState> {
  const cancel = call === 'cancel'
  return changeAccount(
    request,
    {
      call: `${call} ${requestId}`,
      asked: { action: `billing.${call}_asked`, details: { requestId } },
      ask: ({ organizationId, customerId }) => {
        const idempotencyKey = keyOf(call, organizationId, requestId)
        return request.payments.setCancelAtPeriodEnd({ customerId, cancel, idempotencyKey })
      },
      isShown: (subscription) => subscription?.cancelAtPeriodEnd === cancel,
    },
    getState,
  )
}
