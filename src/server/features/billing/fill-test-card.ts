import type { TestCard } from '#shared/contract/billing.ts'
import type { RequestContext } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { isSandbox } from '#server/providers/payments/port.ts'
import { openAccount } from './account.ts'
import { callProvider } from './call-provider.ts'

/**
 * Submits the sandbox's card form, which accepts test cards only.
 * @throws not_in_test_mode with another provider, card errors, and what `openAccount` throws
 */
export async function fillTestCard(
  request: RequestContext,
  { setupId, ...card }: TestCard & { setupId: string },
): Promise<{ status: 'succeeded' | 'requires_action' }> {
  const { payments } = request
  const { customerId } = await openAccount(request, { action: 'billing.card_filled', details: { setupId } })
  if (!isSandbox(payments)) fail('not_in_test_mode')
  return { status: await callProvider(request, () => payments.fillCard({ customerId, setupId, card })) }
}
