import type { CardSetup } from '#shared/contract/billing.ts'
import type { RequestContext } from '#server/context.ts'
import { openAccount } from './account.ts'
import { askProvider } from './ask-provider.ts'
import { keyOf } from './key-of.ts'

/** Begins to add a card: what the provider's form in the browser needs. @throws what `openAccount` throws */
export async function beginCard(request: RequestContext, { requestId }: { requestId: string }): Promise<CardSetup> {
  const { organizationId, customerId } = await openAccount(request, { action: 'billing.card_begun' })
  const idempotencyKey = keyOf('card', organizationId, requestId)
  return await askProvider(request, () => request.payments.beginCardSetup({ customerId, idempotencyKey }))
}
