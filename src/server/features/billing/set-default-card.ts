import type { PaymentMethod } from '#shared/contract/billing.ts'
import type { RequestContext } from '#server/context.ts'
import { changeCards } from './change-cards.ts'

/** @throws payment_method_missing, and what `changeWithLease` throws */
export function setDefaultCard(
  request: RequestContext,
  { paymentMethodId }: { paymentMethodId: string },
): Promise<{ items: PaymentMethod[] }> {
  const events = { requested: 'billing.default_asked', done: 'billing.default_changed', subject: { paymentMethodId } }
  return changeCards(request, events, async ({ customerId }) => {
    await request.payments.setDefaultPaymentMethod({ customerId, paymentMethodId })
    return paymentMethodId
  })
}
