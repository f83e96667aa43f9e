import type { RequestContext } from '#server/context.ts'
import { changeAccount } from './change-account.ts'
import { keyOf } from './key-of.ts'

/** @throws billing_no_card, subscription_exists, plan_missing, what a card is refused for, and what `changeAccount` throws */
export function subscribe(
  request: RequestContext,
  { priceId, pay, requestId }: { priceId: string; pay: 'card' | 'page'; requestId: string },
): Promise<{ url: string | null }> {
  const { payments, auth } = request
  const address = new URL('/billing', auth.options.baseURL).href
  // The provider fills the place of the id.
  const page = {
    successUrl: `${address}?success=true&session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${address}?canceled=true`,
  }
  return changeAccount(
    request,
    {
      call: `subscribe ${requestId}`,
      asked: { action: 'billing.subscribe_asked', details: { priceId, pay, requestId } },
      ask: ({ organizationId, customerId }) =>
        payments.subscribe({
          customerId,
          priceId,
          page: pay === 'page' ? page : undefined,
          idempotencyKey: keyOf('subscribe', organizationId, requestId),
        }),
      isShown: (subscription, { url }) => url !== null || subscription?.priceId === priceId,
    },
    async (_, result) => result,
  )
}
