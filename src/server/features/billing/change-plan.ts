import type { BillingState } from '#shared/contract/billing.ts'
import type { RequestContext } from '#server/context.ts'
import { changeWithLease } from './change-with-lease.ts'
import { getChangedState } from './get-state.ts'
import { idempotencyKeyFor } from './idempotency-key.ts'

/**
 * Changes the plan at once, prorated.
 * @throws subscription_missing, billing_no_card, plan_missing, amount_changed, payment_partly_made, card errors, and what
 * `changeWithLease` throws
 */
export function changePlan(
  request: RequestContext,
  { priceId, dueNow, requestId }: { priceId: string; dueNow: number | null; requestId: string },
): Promise<BillingState> {
  return changeWithLease(
    request,
    {
      call: `change-plan ${requestId}`,
      requested: { action: 'billing.plan_change_asked', details: { priceId, requestId } },
      run: ({ organizationId, customerId }) => {
        const idempotencyKey = idempotencyKeyFor('change-plan', organizationId, requestId)
        return request.payments.changePlan({ customerId, priceId, dueNow, idempotencyKey })
      },
      isApplied: (subscription) => subscription?.priceId === priceId,
    },
    (context, _, organizationId) => getChangedState(context, organizationId),
  )
}
