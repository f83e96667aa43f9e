import type { ProrationPreview } from '#shared/contract/billing.ts'
import type { RequestContext } from '#server/context.ts'
import { openAccount } from './account.ts'
import { callProvider } from './call-provider.ts'

/**
 * Returns the cost of a plan change that takes effect now.
 * @throws subscription_missing, plan_missing, and what `openAccount` throws
 */
export async function previewChange(
  request: RequestContext,
  { priceId }: { priceId: string },
): Promise<ProrationPreview> {
  const { organizationId, customerId } = await openAccount(request, null)
  return await callProvider(request, organizationId, () => request.payments.previewChange({ customerId, priceId }))
}
