import type { Plan, Subscription } from '#shared/contract/billing.ts'

/** What somebody asked for that is to be paid: a plan, and what it is changed from; or that a subscription goes on. */
export type PaymentIntent =
  | { plan: Plan; subscription: Subscription | null }
  | { plan: null; subscription: Subscription }
