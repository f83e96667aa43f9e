import { Stripe } from 'stripe'
import * as z from 'zod'
import type { PaymentEvent } from '../port.ts'

/** Maximum age of a delivery in seconds, the default of Stripe's libraries. */
const tolerance = 300

/** Most objects name their customer. A customer names itself, and a detached card names its previous customer. */
const Subject = z.object({
  object: z.object({
    id: z.string().optional(),
    object: z.string(),
    customer: z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]).nullish(),
  }),
  previous_attributes: z.object({ customer: z.string().nullish() }).nullish(),
})

/** Null when Stripe did not sign the delivery, or signed it too long ago. */
export function readEvent(client: Stripe, input: { body: Buffer; signature: string; secret: string; now: Date }) {
  const { body, signature, secret, now } = input
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
