import { Stripe } from 'stripe'
import * as z from 'zod'
import type { PaymentEvent } from '../port.ts'

/** Seconds that a delivery may be old, which is what Stripe's own libraries allow. */
const tolerance = 300

/** Whose object it is about: most name their customer, customers are it themselves, and a card that was detached was somebody's. */
const Subject = z.object({
  object: z.object({
    id: z.string().optional(),
    object: z.string(),
    customer: z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]).nullish(),
  }),
  previous_attributes: z.object({ customer: z.string().nullish() }).nullish(),
})

/** Null for a delivery that Stripe did not sign, or not in the last minutes. */
export function readEvent(client: Stripe, wish: { body: Buffer; signature: string; secret: string; now: Date }) {
  const { body, signature, secret, now } = wish
  try {
    const event = client.webhooks.constructEvent(body, signature, secret, tolerance, undefined, now.getTime())
    return { id: event.id, type: event.type, customerId: customerOf(event.data) } satisfies PaymentEvent
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null
    throw error
  }
}

function customerOf(data: unknown): string | null {
  const { object, previous_attributes: before } = Subject.parse(data)
  if (object.object === 'customer') return object.id ?? null
  return object.customer ?? before?.customer ?? null
}
