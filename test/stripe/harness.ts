import { Stripe } from 'stripe'
import type { Payments } from '#server/providers/payments/port.ts'
import { createStripePayments } from '#server/providers/payments/stripe/payments.ts'
import { createPaymentsDatabase, type PaymentsHarness, pendingDeliveries } from '../payments.ts'
import { keys } from './account.ts'
import { startStripe, type StripeServer } from './server.ts'

export interface StripeHarness extends PaymentsHarness {
  stripe: StripeServer
  /** Resets the clock and the three plans, and clears the recorded requests. Customers remain. */
  reset(): void
}

/** The Stripe adapter with Stripe's real library, against the sandbox's HTTP API. The clock is fixed. */
export async function openStripe(start = '2026-03-10T12:00:00Z'): Promise<StripeHarness> {
  let now = new Date(start)
  const clock = () => now
  const database = await createPaymentsDatabase()
  const stripe = await startStripe(database.url, clock)
  const payments: Payments = createStripePayments({ ...keys, apiBase: stripe.apiBase, timeoutMs: 2000, clock })
  return {
    payments,
    stripe,
    fillCard: async (_, setupId, number) => void (await stripe.account.fillForm(setupId, number)),
    deliveries: () => pendingDeliveries(stripe.account.sandbox),
    setNow: (at) => void (now = new Date(at)),
    reset() {
      now = new Date(start)
      stripe.requests.length = 0
      stripe.account.reset()
    },
    async close() {
      await payments.close()
      await stripe.close()
      await database.drop()
    },
  }
}

/** An event as Stripe sends it, signed by Stripe's library. */
export function signDelivery(event: object, at: Date): { body: Buffer; signature: string } {
  const payload = JSON.stringify({ object: 'event', ...event })
  const timestamp = Math.floor(at.getTime() / 1000)
  const { webhooks } = new Stripe(keys.secretKey)
  const signature = webhooks.generateTestHeaderString({ payload, secret: keys.webhookSecret, timestamp })
  return { body: Buffer.from(payload), signature }
}
