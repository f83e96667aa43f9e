import type { PaymentMethod } from '#shared/contract/billing.ts'
import type { RequestContext } from '#server/context.ts'
import { changeCards } from './change-cards.ts'

/** @throws payment_method_missing, and what `changeAccount` throws */
export function setDefaultCard(
  request: RequestContext,
  { paymentMethodId }: { paymentMethodId: string },
): Promise<{ items: PaymentMethod[] }> {
  const events = { asked: { action: 'billing.default_asked' }, done: { action: 'billing.default_changed' } }
  return changeCards(request, events, ({ customerId }) =>
    request.payments.setDefaultPaymentMethod({ customerId, paymentMethodId }),
  )
}
