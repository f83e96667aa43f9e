import type { Readable } from 'node:stream'
import type {
  CardSetup,
  Invoice,
  PaymentMethod,
  Plan,
  ProrationPreview,
  Subscription,
  TestCard,
} from '#shared/contract/billing.ts'

/** Calls that charge money or create something take a key. For at least a day, another call with the key has no further effect. */
export interface Idempotent {
  idempotencyKey: string
}

export interface CustomerDetails {
  organizationId: string
  email: string
  name: string
}

/** A customer's data changed at the provider. Events arrive late, twice and in any order: always re-read the state. */
export interface PaymentEvent {
  id: string
  type: string
  /** Null for events without a customer, e.g. about the catalog. */
  customerId: string | null
}

/** Why a provider call failed. The user can act on each code. */
export type PaymentFailureCode =
  | 'card_declined'
  | 'card_expired'
  | 'card_cvc'
  | 'card_unknown'
  | 'card_step_failed'
  | 'payment_processing'
  /** At least one of several payments was made, a later one failed. */
  | 'payment_partly_made'
  /** The amount due is not the one that the user confirmed. */
  | 'amount_changed'
  /** No response: the call may have happened, or may still happen. */
  | 'payments_unreachable'
  /** The provider's own error: the call may have happened. The same key returns the same error. */
  | 'payments_failed'
  | 'payments_unauthorized'
  | 'billing_no_card'
  | 'plan_missing'
  /** The id belongs to another provider or to another account there. The organization needs a new customer. */
  | 'customer_missing'
  | 'subscription_missing'
  | 'subscription_exists'
  | 'payment_method_missing'
  | 'payment_method_needed'
  | 'setup_unsuccessful'
  | 'invoice_missing'

/** Thrown by every adapter when the provider rejects or fails a call. Never contains card data. */
export class PaymentFailure extends Error {
  override readonly name = 'PaymentFailure'
  readonly code: PaymentFailureCode

  constructor(code: PaymentFailureCode, options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}

/**
 * The payment provider. Amounts are integers of the smallest currency unit. Every method may throw `PaymentFailure`. The
 * provider, not our database, is the source of truth for a customer's data.
 */
export interface Payments {
  readonly kind: 'test' | 'stripe'
  readonly publishableKey: string | null
  /** Cheapest first. */
  listPlans(): Promise<Plan[]>
  createCustomer(details: CustomerDetails & Idempotent): Promise<{ customerId: string }>
  /** Changes name and email address, for the next invoices and messages. */
  updateCustomer(input: { customerId: string; email: string; name: string }): Promise<void>
  /** Needs no card. At the trial's end the subscription becomes active if there is a card, else it is canceled. @throws subscription_exists */
  startTrial(input: { customerId: string; priceId: string; days: number } & Idempotent): Promise<Subscription>
  /** The current subscription: neither canceled nor incomplete. */
  findSubscription(customerId: string): Promise<Subscription | null>
  /** The ids of all current subscriptions, newest first. With more than one, the customer pays twice and staff must act. */
  listSubscriptionIds(customerId: string): Promise<string[]>
  /**
   * Subscribes and charges the default card. With `page`, charges nothing and returns the `url` of the provider's checkout page
   * instead, which redirects to these addresses. @throws subscription_exists; billing_no_card without a card or a checkout page
   */
  subscribe(
    input: {
      customerId: string
      priceId: string
      page?: { successUrl: string; cancelUrl: string } | undefined
    } & Idempotent,
  ): Promise<{ url: string | null }>
  previewChange(input: { customerId: string; priceId: string }): Promise<ProrationPreview>
  /**
   * Takes effect immediately, prorated by day, after unpaid renewals are paid. During a trial the plan changes without a charge.
   * `dueNow` is the amount that the user confirmed. @throws amount_changed unless it is still due; payment_partly_made
   */
  changePlan(
    input: { customerId: string; priceId: string; dueNow?: number | null | undefined } & Idempotent,
  ): Promise<Subscription>
  /**
   * Charges open invoices to the default card. Returns the subscription afterwards, which may remain `past_due` for a moment, and how
   * many invoices were paid. Without an open invoice it changes nothing. @throws billing_no_card; payment_partly_made
   */
  payOpen(input: { customerId: string } & Idempotent): Promise<{ subscription: Subscription; paid: number }>
  /** Sets or clears cancellation at period end. @throws billing_no_card when clearing it after a trial without a card */
  setCancelAtPeriodEnd(input: { customerId: string; cancel: boolean } & Idempotent): Promise<Subscription>
  /** The default card first. */
  listPaymentMethods(customerId: string): Promise<PaymentMethod[]>
  beginCardSetup(input: { customerId: string } & Idempotent): Promise<CardSetup>
  /** Attaches the card of a successful setup and returns its id. The first card becomes the default. @throws setup_unsuccessful */
  finishCardSetup(input: { customerId: string; setupId: string }): Promise<string>
  /** Makes the newest card the default if none is. A setup can succeed without `finishCardSetup` being called. */
  ensureDefaultPaymentMethod(customerId: string): Promise<void>
  setDefaultPaymentMethod(input: { customerId: string; paymentMethodId: string }): Promise<void>
  /**
   * When the default card is removed, the newest other card becomes the default.
   * @throws payment_method_missing; payment_method_needed for the last card while a renewing subscription needs it
   */
  removePaymentMethod(input: { customerId: string; paymentMethodId: string }): Promise<void>
  /** Newest first. */
  listInvoices(input: {
    customerId: string
    limit: number
    startingAfter?: string | undefined
  }): Promise<{ items: Invoice[]; hasMore: boolean }>
  /** The PDF of an invoice of this customer. @throws invoice_missing */
  invoiceFile(input: { customerId: string; invoiceId: string }): Promise<{ pdf: Readable }>
  /** Parses a webhook delivery. Null when the signature is invalid or too old. */
  readEvent(body: Buffer, signature: string): PaymentEvent | null
  close(): Promise<void>
}

/** Additional methods of the built-in sandbox. */
export interface SandboxPayments extends Payments {
  readonly kind: 'test'
  fillCard(input: { customerId: string; setupId: string; card: TestCard }): Promise<'succeeded' | 'requires_action'>
  /** Ends trials and renews periods that are due, and deletes old idempotency keys. Returns the ids of changed customers. */
  advance(): Promise<string[]>
  /** Delivers up to 100 pending events, oldest first, and returns how many. If `deliver` rejects, this rejects and all stay pending. */
  deliverEvents(deliver: (event: { body: Buffer; signature: string }) => Promise<void>): Promise<number>
}

/** Narrows to the sandbox, whose clock and deliveries the product drives itself. */
export function isSandbox(payments: Payments): payments is SandboxPayments {
  return payments.kind === 'test'
}
