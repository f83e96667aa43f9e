import type { PaidState } from '#shared/contract/billing.ts'
import type { RequestContext } from '#server/context.ts'
import { changeWithLease } from './change-with-lease.ts'
import { getChangedState } from './get-state.ts'
import { idempotencyKeyFor } from './idempotency-key.ts'

/**
 * Charges open invoices to the default card.
 * @throws subscription_missing, billing_no_card, payment_partly_made, card errors, and what `changeWithLease` throws
 */
export function payOpen(request: RequestContext, { requestId }: { requestId: string }): Promise<PaidState> {
  return changeWithLease(
    request,
    {
      call: `pay-open ${requestId}`,
      requested: { action: 'billing.payment_asked', details: { requestId } },
      run: ({ organizationId, customerId }) => {
        const idempotencyKey = idempotencyKeyFor('pay-open', organizationId, requestId)
        return request.payments.payOpen({ customerId, idempotencyKey })
      },
      // The provider may book the payment after its response. While the status in the response is not active, any
      // snapshot is accepted.
      isApplied: (subscription, paid) => paid.subscription.status !== 'active' || subscription?.status === 'active',
    },
    async (context, { paid }, organizationId) => ({
      ...(await getChangedState(context, organizationId)),
      paidInvoices: paid,
    }),
  )
}
