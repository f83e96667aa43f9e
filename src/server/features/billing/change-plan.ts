import type { BillingState } from '#shared/contract/billing.ts'
import type { RequestContext } from '#server/context.ts'
import { changeAccount } from './change-account.ts'
import { getState } from './get-state.ts'
import { keyOf } from './key-of.ts'

/** At once, prorated. @throws subscription_missing, billing_no_card, plan_missing, what a card is refused for, and what `changeAccount` throws */
export function changePlan(
  request: RequestContext,
  { priceId, requestId }: { priceId: string; requestId: string },
): Promise<BillingState> {
  return changeAccount(
    request,
    {
      call: `change-plan ${requestId}`,
      asked: { action: 'billing.plan_change_asked', details: { priceId, requestId } },
      ask: ({ organizationId, customerId }) => {
        const idempotencyKey = keyOf('change-plan', organizationId, requestId)
        return request.payments.changePlan({ customerId, priceId, idempotencyKey })
      },
      isShown: (subscription) => subscription?.priceId === priceId,
    },
    getState,
  )
}
