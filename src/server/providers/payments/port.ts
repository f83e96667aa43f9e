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

/** Calls that move money or make something carry a key: the same key again has the same effect once, for a day at least. */
export interface Once {
  idempotencyKey: string
}

export interface CustomerDetails {
  organizationId: string
  email: string
  name: string
}

/** Something of a customer has changed at the provider. What, is read there: events come late, twice and in any order. */
export interface PaymentEvent {
  id: string
  type: string
  /** Null for what is about no customer, e.g. the catalog. */
  customerId: string | null
}

/** Why a provider did not do what was asked. `code` is one that the person can do something about. */
export type PaymentFailureCode =
  | 'card_declined'
  | 'card_expired'
  | 'card_cvc'
  | 'card_unknown'
  | 'card_step_failed'
  | 'payment_processing'
  /** It may have been done, or not, or be done yet. */
  | 'payments_unreachable'
  /** The provider's own error: it may have been done, or not. The same key has this answer again. */
  | 'payments_failed'
  | 'payments_unauthorized'
  | 'billing_no_card'
  | 'plan_missing'
  /** Another provider's, or of another account there: whoever has such an id begins anew. */
  | 'customer_missing'
  | 'subscription_missing'
  | 'subscription_exists'
  | 'payment_method_missing'
  | 'payment_method_needed'
  | 'setup_unsuccessful'
  | 'invoice_missing'

/** Thrown by every adapter for what it refuses or cannot do. Never holds card data. */
export class PaymentFailure extends Error {
  override readonly name = 'PaymentFailure'
  readonly code: PaymentFailureCode

  constructor(code: PaymentFailureCode, options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}

/**
 * Whoever takes the money. Amounts are integers of the smallest unit. Every method may throw `PaymentFailure`; what a
 * customer has is always read from the provider.
 */
export interface Payments {
  readonly kind: 'test' | 'stripe'
  readonly publishableKey: string | null
  /** Cheapest first. */
  listPlans(): Promise<Plan[]>
  createCustomer(details: CustomerDetails & Once): Promise<{ customerId: string }>
  /** Without a card. At its end it goes on when there is one, and is canceled otherwise. @throws subscription_exists */
  startTrial(trial: { customerId: string; priceId: string; days: number } & Once): Promise<Subscription>
  /** The one that counts: neither canceled nor never begun. */
  findSubscription(customerId: string): Promise<Subscription | null>
  /** Of all that count, newest first. More than one is paid for twice: somebody has to look at that. */
  listSubscriptionIds(customerId: string): Promise<string[]>
  /**
   * Pays with the default card; with `page` it never does, but leads to the provider's own page (`url`), and back to these addresses.
   * @throws subscription_exists, billing_no_card without a card, or without a page
   */
  subscribe(
    wish: { customerId: string; priceId: string; page?: { successUrl: string; cancelUrl: string } | undefined } & Once,
  ): Promise<{ url: string | null }>
  previewChange(wish: { customerId: string; priceId: string }): Promise<ProrationPreview>
  /** At once, prorated to the day. In a trial the plan changes and nothing is charged. */
  changePlan(wish: { customerId: string; priceId: string } & Once): Promise<Subscription>
  /**
   * Has what could not be paid paid with the default card, and answers the subscription as it is then. Where nothing is open, nothing
   * happens: it may be `past_due` all the same. @throws billing_no_card
   */
  payOpen(wish: { customerId: string } & Once): Promise<Subscription>
  /** Sets the end with the period that runs, or takes it back. @throws billing_no_card when it is to go on, past a trial, without a card */
  setCancelAtPeriodEnd(wish: { customerId: string; cancel: boolean } & Once): Promise<Subscription>
  /** The default one first. */
  listPaymentMethods(customerId: string): Promise<PaymentMethod[]>
  beginCardSetup(wish: { customerId: string } & Once): Promise<CardSetup>
  /** Attaches the card of a setup that succeeded, and answers its id; the first one becomes the default. @throws setup_unsuccessful */
  finishCardSetup(wish: { customerId: string; setupId: string }): Promise<string>
  /** Where cards are and none pays, the newest one does: a form may have gone through that nobody finished here. */
  settleDefaultPaymentMethod(customerId: string): Promise<void>
  setDefaultPaymentMethod(wish: { customerId: string; paymentMethodId: string }): Promise<void>
  /**
   * When it was the default one, the newest of the others takes its place.
   * @throws payment_method_missing; payment_method_needed for the last one, while a subscription that goes on is paid with it
   */
  removePaymentMethod(wish: { customerId: string; paymentMethodId: string }): Promise<void>
  /** Newest first. */
  listInvoices(wish: {
    customerId: string
    limit: number
    startingAfter?: string | undefined
  }): Promise<{ items: Invoice[]; hasMore: boolean }>
  /** The PDF of an invoice of this customer. @throws invoice_missing */
  invoiceFile(wish: { customerId: string; invoiceId: string }): Promise<{ pdf: Readable }>
  /** Reads what the provider delivers to the webhook; null when the signature is not its own or too old. */
  readEvent(body: Buffer, signature: string): PaymentEvent | null
  close(): Promise<void>
}

/** What only the built-in provider offers. */
export interface TestPayments extends Payments {
  readonly kind: 'test'
  fillCard(wish: { customerId: string; setupId: string; card: TestCard }): Promise<'succeeded' | 'requires_action'>
  /** Lets trials end and periods renew up to the clock's now, and forgets keys of days ago; answers the customers to whom something happened. */
  advance(): Promise<string[]>
  /**
   * Delivers events that wait, oldest first, at most a hundred, and answers how many. When `deliver` rejects, so does this, and all
   * of them come again.
   */
  deliverEvents(deliver: (event: { body: Buffer; signature: string }) => Promise<void>): Promise<number>
}

/** Narrows to the built-in provider, whose clock and deliveries we drive ourselves. */
export function isTestPayments(payments: Payments): payments is TestPayments {
  return payments.kind === 'test'
}
