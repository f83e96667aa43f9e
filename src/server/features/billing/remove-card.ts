import type { PaymentMethod } from '#shared/contract/billing.ts'
import type { RequestContext } from '#server/context.ts'
import { changeCards } from './change-cards.ts'

/** @throws payment_method_missing, payment_method_needed, and what `changeWithLease` throws */
export function removeCard(
  request: RequestContext,
  { paymentMethodId }: { paymentMethodId: string },
): Promise<{ items: PaymentMethod[] }> {
  const events = { requested: 'billing.removal_asked', done: 'billing.card_removed', subject: { paymentMethodId } }
  return changeCards(request, events, async ({ customerId }) => {
    await request.payments.removePaymentMethod({ customerId, paymentMethodId })
    return paymentMethodId
  })
}
