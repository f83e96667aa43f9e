import type { BillingState } from '#shared/contract/billing.ts'
import type { RequestContext } from '#server/context.ts'
import { changeAccount } from './account.ts'
import { getState } from './get-state.ts'
import { keyOf } from './key-of.ts'

/** At once, with the default card. @throws subscription_missing, billing_no_card, what a card is refused for, and what `changeAccount` throws */
export function payOpen(request: RequestContext, input: { requestId: string }): Promise<BillingState> {
  return changeAccount(
    request,
    { action: 'billing.payment_asked', details: input },
    ({ organizationId, customerId }) =>
      request.payments.payOpen({ customerId, idempotencyKey: keyOf('pay-open', organizationId, input.requestId) }),
    getState,
  )
}
