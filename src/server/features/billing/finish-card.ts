import type { PaymentMethod } from '#shared/contract/billing.ts'
import type { RequestContext } from '#server/context.ts'
import { changeCards } from './change-cards.ts'

/** Attaches the card of a completed form. @throws setup_unsuccessful, and what `changeWithLease` throws */
export function finishCard(
  request: RequestContext,
  { setupId }: { setupId: string },
): Promise<{ items: PaymentMethod[] }> {
  const events = { requested: 'billing.card_asked', done: 'billing.card_added', subject: { setupId } }
  return changeCards(request, events, ({ customerId }) => request.payments.finishCardSetup({ customerId, setupId }))
}
