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
  const event = { action: 'billing.card_filled', details: { setupId } }
  const { organizationId, customerId } = await openAccount(request, event)
  if (!isSandbox(payments)) fail('not_in_test_mode')
  const fill = () => payments.fillCard({ customerId, setupId, card })
  return { status: await callProvider(request, organizationId, fill) }
}
