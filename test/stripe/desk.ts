import { createStripePayments } from '#server/providers/payments/stripe/payments.ts'
import type { PaymentsDesk } from '../payments.ts'
import { keys, startStripe, type StripeStandIn } from './stand-in.ts'

export interface StripeDesk extends PaymentsDesk {
  stripe: StripeStandIn
  setNow(now: string): void
}

/**
 * Stripe's adapter before a local Stripe that sells three plans, with a clock that stands still. Closing it fails where
 * a request, an answer or an event was not as Stripe's library and its description of the interface have it.
 */
export async function openStripePayments(now = '2026-03-10T12:00:00Z'): Promise<StripeDesk> {
  let moment = new Date(now)
  const clock = () => moment
  const stripe = await startStripe(clock)
  const { world, apiBase } = stripe
  world.sell('Basic', 2900, { metadata: { sessions: '20' } })
  world.sell('Enterprise', 14_900)
  world.sell('For professionals', 6900, {
    metadata: { plan_id: 'professional', sessions: '80', popular: 'true' },
    features: ['80 sessions a month', 'All note types'],
  })
  const payments = createStripePayments({ ...keys, apiBase, timeoutMs: 2000, clock })
  return {
    payments,
    stripe,
    fillCard: async (_, setupId, number) => void world.fillForm(setupId, number),
    deliveries: async () => stripe.deliveries(),
    setNow: (at) => void (moment = new Date(at)),
    async close() {
      await payments.close()
      await stripe.close()
      if (stripe.breaches.length > 0) throw new Error(`Not as Stripe has it: ${stripe.breaches.join('; ')}`)
    },
  }
}
