import type { BillingState } from '#shared/contract/billing.ts'
import type { RequestContext } from '#server/context.ts'
import { changeAccount } from './change-account.ts'
import { getState } from './get-state.ts'
import { keyOf } from './key-of.ts'

/** At once, with the default card. @throws subscription_missing, billing_no_card, what a card is refused for, and what `changeAccount` throws */
export function payOpen(request: RequestContext, { requestId }: { requestId: string }): Promise<BillingState> {
  return changeAccount(
    request,
    {
      call: `pay-open ${requestId}`,
      asked: { action: 'billing.payment_asked', details: { requestId } },
      ask: ({ organizationId, customerId }) => {
        const idempotencyKey = keyOf('pay-open', organizationId, requestId)
        return request.payments.payOpen({ customerId, idempotencyKey })
      },
      // The provider may take a payment in only after it has answered: then there is more than was told.
      isShown: (subscription, { status }) => status !== 'active' || subscription?.status === 'active',
    },
    getState,
  )
}
