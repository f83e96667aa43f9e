import type { TestCard } from '#shared/contract/billing.ts'
import type { RequestContext } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { isSandbox } from '#server/providers/payments/port.ts'
import { openAccount } from './account.ts'
import { askProvider } from './ask-provider.ts'

/**
 * The card form of the built-in provider, which takes no real card.
 * @throws not_in_test_mode with another provider, what a card is refused for, and what `openAccount` throws
 */
export async function fillTestCard(
  request: RequestContext,
  { setupId, ...card }: TestCard & { setupId: string },
): Promise<{ status: 'succeeded' | 'requires_action' }> {
  const { payments } = request
  const { customerId } = await openAccount(request, { action: 'billing.card_filled', details: { setupId } })
  if (!isSandbox(payments)) fail('not_in_test_mode')
  return { status: await askProvider(request, () => payments.fillCard({ customerId, setupId, card })) }
}
