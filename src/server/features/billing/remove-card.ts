import type { PaymentMethod } from '#shared/contract/billing.ts'
import type { RequestContext } from '#server/context.ts'
import { changeCards } from './change-cards.ts'

/** @throws payment_method_missing, payment_method_needed, and what `changeAccount` throws */
export function removeCard(
  request: RequestContext,
  { paymentMethodId }: { paymentMethodId: string },
): Promise<{ items: PaymentMethod[] }> {
  const events = { asked: { action: 'billing.removal_asked' }, done: { action: 'billing.card_removed' } }
  return changeCards(request, events, ({ customerId }) =>
    request.payments.removePaymentMethod({ customerId, paymentMethodId }),
  )
}
