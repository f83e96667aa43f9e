import type { Plan, Subscription } from '#shared/contract/billing.ts'

/**
 * The purchase that the user starts: a new plan with the subscription that it replaces, or the continuation of a
 * subscription.
 */
export type PaymentIntent =
  | { plan: Plan; subscription: Subscription | null }
  | { plan: null; subscription: Subscription }
