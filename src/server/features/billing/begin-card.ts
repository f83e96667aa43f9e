import type { CardSetup } from '#shared/contract/billing.ts'
import type { RequestContext } from '#server/context.ts'
import { throwIfLimited } from '#server/features/organizations/throw-if-failure.ts'
import { openAccountWith } from './account.ts'
import { callProvider } from './call-provider.ts'
import { idempotencyKeyFor } from './idempotency-key.ts'
import { countCardSetup, secondsUntilCardSetup } from './store.ts'

/** Returns what the provider's card form in the browser needs. @throws cards_too_many, and what `openAccount` throws */
export async function beginCard(request: RequestContext, { requestId }: { requestId: string }): Promise<CardSetup> {
  const event = { action: 'billing.card_begun', details: { requestId } }
  const { account } = await openAccountWith(request, event, async ({ db }, organizationId) =>
    throwIfLimited(await countCardSetup(db, organizationId), () => secondsUntilCardSetup(db, organizationId)),
  )
  const { organizationId, customerId } = account
  const idempotencyKey = idempotencyKeyFor('card', organizationId, requestId)
  return await callProvider(request, organizationId, () =>
    request.payments.beginCardSetup({ customerId, idempotencyKey }),
  )
}
