import type { RequestContext } from '#server/context.ts'
import { changeWithLease } from './change-with-lease.ts'
import { idempotencyKeyFor } from './idempotency-key.ts'

/** @throws billing_no_card, subscription_exists, plan_missing, card errors, and what `changeWithLease` throws */
export function subscribe(
  request: RequestContext,
  { priceId, pay, requestId }: { priceId: string; pay: 'card' | 'page'; requestId: string },
): Promise<{ url: string | null }> {
  const { payments, auth } = request
  const address = new URL('/billing', auth.options.baseURL).href
  // The provider replaces the placeholder of the session id.
  const page = {
    successUrl: `${address}?success=true&session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${address}?canceled=true`,
  }
  return changeWithLease(
    request,
    {
      call: `subscribe ${requestId}`,
      requested: { action: 'billing.subscribe_asked', details: { priceId, pay, requestId } },
      run: ({ organizationId, customerId }) =>
        payments.subscribe({
          customerId,
          priceId,
          page: pay === 'page' ? page : undefined,
          idempotencyKey: idempotencyKeyFor('subscribe', organizationId, requestId),
        }),
      isApplied: (subscription, { url }) => url !== null || subscription?.priceId === priceId,
    },
    async (_, result) => result,
  )
}
