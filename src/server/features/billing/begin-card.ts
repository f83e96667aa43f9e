import type { CardSetup } from '#shared/contract/billing.ts'
import type { RequestContext } from '#server/context.ts'
import { throwIfFailure } from '#server/features/organizations/throw-if-failure.ts'
import { openAccountWith } from './account.ts'
import { askProvider } from './ask-provider.ts'
import { keyOf } from './key-of.ts'
import { countCard } from './store.ts'

/** Begins to add a card: what the provider's form in the browser needs. @throws cards_too_many, and what `openAccount` throws */
export async function beginCard(request: RequestContext, { requestId }: { requestId: string }): Promise<CardSetup> {
  const event = { action: 'billing.card_begun', details: { requestId } }
  const { account } = await openAccountWith(request, event, async ({ db }, organizationId) =>
    throwIfFailure(await countCard(db, organizationId)),
  )
  const { organizationId, customerId } = account
  const idempotencyKey = keyOf('card', organizationId, requestId)
  return await askProvider(request, () => request.payments.beginCardSetup({ customerId, idempotencyKey }))
}
