import type Stripe from 'stripe'
import { type Once, PaymentFailure } from '../port.ts'
import { ask } from './ask.ts'
import { madeBy } from './subscriptions.ts'

type Wish = { customerId: string; priceId: string; page: { successUrl: string; cancelUrl: string } } & Once

/**
 * Closes Stripe's own pages that are open for a customer: each of them could be paid, whatever was paid elsewhere. The newest one for
 * `keptPriceId` stays, and is answered.
 */
export async function closePages(
  client: Stripe,
  customerId: string,
  keptPriceId: string | null,
): Promise<Stripe.Checkout.Session | undefined> {
  const wish = { customer: customerId, status: 'open', limit: 100 } as const
  const { data: open } = await ask(client.checkout.sessions.list(wish), 'customer_missing')
  const kept = open.find(({ url, metadata }) => url && keptPriceId !== null && metadata?.['price'] === keptPriceId)
  for (const page of open) if (page !== kept) await close(client, page)
  return kept
}

/** Without the key of whoever asks for it: one that is open is found among them, and an answer of before may name one that is closed. */
export async function openPage(client: Stripe, wish: Wish): Promise<Stripe.Checkout.Session> {
  return await ask(
    client.checkout.sessions.create({
      mode: 'subscription',
      customer: wish.customerId,
      line_items: [{ price: wish.priceId, quantity: 1 }],
      allowed_payment_method_types: ['card'],
      metadata: { price: wish.priceId },
      subscription_data: { metadata: madeBy(wish) },
      success_url: wish.page.successUrl,
      cancel_url: wish.page.cancelUrl,
    }),
  )
}

async function close(client: Stripe, { id }: Stripe.Checkout.Session): Promise<void> {
  try {
    await ask(client.checkout.sessions.expire(id))
  } catch (error) {
    // It was paid or closed in between: then there is nothing to pay there any more.
    const { status } = await ask(client.checkout.sessions.retrieve(id))
    if (!(error instanceof PaymentFailure) || status === 'open') throw error
  }
}
