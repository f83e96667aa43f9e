import type { PaymentMethod } from '#shared/contract/billing.ts'
import type { RequestContext } from '#server/context.ts'
import { openAccount } from './account.ts'
import { askProvider } from './ask-provider.ts'

/** The default one first. Looking is audited. @throws what `openAccount` throws */
export async function listCards(request: RequestContext): Promise<{ items: PaymentMethod[] }> {
  const { customerId } = await openAccount(request, { action: 'billing.cards_listed' })
  return { items: await askProvider(request, () => request.payments.listPaymentMethods(customerId)) }
}
