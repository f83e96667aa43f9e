import type { BillingState } from '#shared/contract/billing.ts'
import type { RequestContext } from '#server/context.ts'
import { changeWithLease } from './change-with-lease.ts'
import { getChangedState } from './get-state.ts'
import { idempotencyKeyFor } from './idempotency-key.ts'

/** Sets or clears the cancellation at period end. @throws subscription_missing, and what `changeWithLease` throws */
export function setCancellation(
  request: RequestContext,
  call: 'cancel' | 'reactivate',
  { requestId }: { requestId: string },
): Promise<BillingState> {
  const cancel = call === 'cancel'
  return changeWithLease(
    request,
    {
      call: `${call} ${requestId}`,
      requested: { action: `billing.${call}_asked`, details: { requestId } },
      run: ({ organizationId, customerId }) => {
        const idempotencyKey = idempotencyKeyFor(call, organizationId, requestId)
        return request.payments.setCancelAtPeriodEnd({ customerId, cancel, idempotencyKey })
      },
      isApplied: (subscription) => subscription?.cancelAtPeriodEnd === cancel,
    },
    (context, _, organizationId) => getChangedState(context, organizationId),
  )
}
