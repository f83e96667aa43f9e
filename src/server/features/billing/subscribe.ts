import type { RequestContext } from '#server/context.ts'
import { changeAccount } from './account.ts'
import { keyOf } from './key-of.ts'

/** @throws billing_no_card, subscription_exists, plan_missing, what a card is refused for, and what `changeAccount` throws */
export function subscribe(
  request: RequestContext,
  { priceId, requestId }: { priceId: string; requestId: string },
): Promise<{ url: string | null }> {
  const { payments, auth } = request
  const page = new URL('/billing', auth.options.baseURL).href
  return changeAccount(
    request,
    { action: 'billing.subscribe_asked', details: { priceId, requestId } },
    ({ organizationId, customerId }) =>
      payments.subscribe({
        customerId,
        priceId,
        // The provider fills the place of the id.
        successUrl: `${page}?success=true&session_id={CHECKOUT_SESSION_ID}`,
        cancelUrl: `${page}?canceled=true`,
        idempotencyKey: keyOf('subscribe', organizationId, requestId),
      }),
    async (_, result) => result,
  )
}
