import type Stripe from 'stripe'
import { type Idempotent, PaymentFailure } from '../port.ts'
import { callStripe } from './call-stripe.ts'
import { requestMetadata } from './subscriptions.ts'

type Input = { customerId: string; priceId: string; page: { successUrl: string; cancelUrl: string } } & Idempotent

/**
 * Closes a customer's open checkout pages, which could be paid beside another subscription. Keeps the newest page for
 * `keptPriceId` open and returns it.
 */
export async function closeCheckouts(
  client: Stripe,
  customerId: string,
  keptPriceId: string | null,
): Promise<Stripe.Checkout.Session | undefined> {
  const params = { customer: customerId, status: 'open', limit: 100 } as const
  const { data: open } = await callStripe(client.checkout.sessions.list(params), 'customer_missing')
  const kept = open.find(({ url, metadata }) => url && keptPriceId !== null && metadata?.['price'] === keptPriceId)
  for (const session of open) if (session !== kept) await close(client, session)
  return kept
}

/** Sends no idempotency key: open pages are reused by listing them, and the response stored for a key may be a closed page. */
export async function openCheckout(client: Stripe, input: Input): Promise<Stripe.Checkout.Session> {
  return await callStripe(
    client.checkout.sessions.create({
      mode: 'subscription',
      customer: input.customerId,
      line_items: [{ price: input.priceId, quantity: 1 }],
      allowed_payment_method_types: ['card'],
      metadata: { price: input.priceId },
      subscription_data: { metadata: requestMetadata(input) },
      success_url: input.page.successUrl,
      cancel_url: input.page.cancelUrl,
    }),
  )
}

async function close(client: Stripe, { id }: Stripe.Checkout.Session): Promise<void> {
  try {
    await callStripe(client.checkout.sessions.expire(id))
  } catch (error) {
    // If the page was paid or closed in between, the customer cannot pay there again.
    const { status } = await callStripe(client.checkout.sessions.retrieve(id))
    if (!(error instanceof PaymentFailure) || status === 'open') throw error
  }
}
