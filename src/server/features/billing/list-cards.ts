import type { PaymentMethod } from '#shared/contract/billing.ts'
import type { RequestContext } from '#server/context.ts'
import { openAccountUnlessDemo } from './account.ts'
import { callProvider } from './call-provider.ts'
import { demoCards } from './demo-billing.ts'

/** Lists the cards, the default card first, and audits the read. @throws what `openAccountUnlessDemo` throws */
export async function listCards(request: RequestContext): Promise<{ items: PaymentMethod[] }> {
  const account = await openAccountUnlessDemo(request, { action: 'billing.cards_listed' })
  if (account === null) return { items: demoCards(request.clock()) }
  const { organizationId, customerId } = account
  return { items: await callProvider(request, organizationId, () => request.payments.listPaymentMethods(customerId)) }
}
