import type { PaymentMethod } from '#shared/contract/billing.ts'
import type { RequestContext } from '#server/context.ts'
import { changeCards } from './change-cards.ts'

/** Keeps the card of a form that was filled in. @throws setup_unsuccessful, and what `changeAccount` throws */
export function finishCard(
  request: RequestContext,
  { setupId }: { setupId: string },
): Promise<{ items: PaymentMethod[] }> {
  const events = { asked: 'billing.card_asked', done: 'billing.card_added', subject: { setupId } }
  return changeCards(request, events, ({ customerId }) => request.payments.finishCardSetup({ customerId, setupId }))
}
