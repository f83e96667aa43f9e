import * as z from 'zod'
import { endpoint } from './endpoint.ts'

/** Integer in the currency's smallest unit, e.g. cents. */
const Amount = z.int()
/** ISO 4217 in lower case, e.g. `usd`. */
const Currency = z.string().regex(/^[a-z]{3}$/)
const Interval = z.enum(['month', 'year'])
const Moment = z.iso.datetime({ offset: true })

/** A plan of the payment provider's catalog (spec admin §3). The plan with id `professional` is highlighted. */
export const Plan = z.object({
  id: z.string(),
  name: z.string(),
  price: Amount,
  currency: Currency,
  interval: Interval,
  /** Sessions per interval. Null without a limit. Recording is never blocked by it (D26). */
  sessions: z.int().positive().nullable(),
  features: z.array(z.string()),
  isPopular: z.boolean(),
  productId: z.string(),
  priceId: z.string(),
})
export type Plan = z.infer<typeof Plan>

/** Status at the provider. `none` if there is no subscription or it ended. */
export const SubscriptionStatus = z.enum([
  'none',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'incomplete',
  'paused',
  'canceled',
])
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>

export const Subscription = z.object({
  id: z.string(),
  status: SubscriptionStatus,
  productId: z.string(),
  priceId: z.string(),
  productName: z.string(),
  amount: Amount,
  currency: Currency,
  interval: Interval,
  currentPeriodStart: Moment,
  currentPeriodEnd: Moment,
  trialEnd: Moment.nullable(),
  /** The subscription ends with the current period. It can be reactivated until then. */
  cancelAtPeriodEnd: z.boolean(),
})
export type Subscription = z.infer<typeof Subscription>

/** The state that the billing page of an organization shows first. */
export const BillingState = z.object({
  /** `test` is the built-in provider: no money moves. */
  provider: z.enum(['test', 'stripe']),
  /** Settings of the provider's card form in the browser. Null with the built-in provider. */
  publishableKey: z.string().nullable(),
  /** True for owner and admin. Other members only see the plan. False in the demo practice. */
  mayManage: z.boolean(),
  /** True for the shared demo practice: its billing is invented and cannot be changed. */
  isDemo: z.boolean(),
  /** Null if there is no subscription or it ended. */
  subscription: Subscription.nullable(),
  /** The last subscription, if none is active. */
  ended: z.object({ productName: z.string(), wasTrial: z.boolean() }).nullable(),
  /**
   * Sessions held in the current period (this month, without a subscription), and the limit of the plan. Null without a
   * limit, as in a trial.
   */
  usage: z.object({ used: z.int(), limit: z.int().nullable() }),
})
export type BillingState = z.infer<typeof BillingState>

/** The state after open invoices were paid. */
const PaidState = BillingState.extend({ paidInvoices: z.int().nonnegative() })
export type PaidState = z.infer<typeof PaidState>

export const PaymentMethod = z.object({
  id: z.string(),
  type: z.literal('card'),
  isDefault: z.boolean(),
  card: z.object({ brand: z.string(), last4: z.string(), expMonth: z.int(), expYear: z.int() }),
})
export type PaymentMethod = z.infer<typeof PaymentMethod>

export const Invoice = z.object({
  id: z.string(),
  date: Moment,
  description: z.string(),
  amount: Amount,
  currency: Currency,
  status: z.enum(['paid', 'pending', 'failed', 'other']),
  /** Invoice number. Empty until it is assigned. */
  number: z.string(),
  hasFile: z.boolean(),
})
export type Invoice = z.infer<typeof Invoice>

const PricedPlan = z.object({ name: z.string(), amount: Amount })

/** The cost of a plan change now, to the day: `creditAmount + chargeAmount = netAmount`, with a credit of 0 or less. */
export const ProrationPreview = z.object({
  currency: Currency,
  currentPlan: PricedPlan,
  newPlan: PricedPlan,
  proration: z.object({
    daysRemaining: z.int().nonnegative(),
    totalDaysInCycle: z.int().positive(),
    creditAmount: Amount,
    chargeAmount: Amount,
    netAmount: Amount,
  }),
  /** 0 or more: earlier unpaid amount, collected with the change. */
  unpaidAmount: Amount,
  /** 0 or less: earlier credit that is deducted from the amount due. */
  creditUsed: Amount,
  /** 0 or more: credit left for the next invoices after this change. */
  creditKept: Amount,
  /** Charged now, 0 or more: `netAmount + unpaidAmount + creditUsed = dueNow - creditKept`. */
  dueNow: Amount,
  /** Null for a subscription that ends. */
  nextInvoice: z.object({ amount: Amount, periodStart: Moment }).nullable(),
  /** End of a canceled subscription. */
  endsAt: Moment.nullable(),
})
export type ProrationPreview = z.infer<typeof ProrationPreview>

/** The provider's card form: created on the server, filled in against the provider, finished on the server. */
export const CardSetup = z.object({ id: z.string(), clientSecret: z.string() })
export type CardSetup = z.infer<typeof CardSetup>

/** A card of the built-in provider, which accepts only a few test numbers. */
export const TestCard = z.object({
  number: z.string().regex(/^\d{12,19}$/),
  expMonth: z.int().min(1).max(12),
  expYear: z.int().min(2000).max(2099),
  cvc: z.string().regex(/^\d{3,4}$/),
  /** True after the second step that some cards require. */
  isConfirmed: z.boolean().default(false),
})
export type TestCard = z.infer<typeof TestCard>

/** Ids as the provider formats them. */
const ProviderId = z.string().min(1).max(255)
const byMethod = z.object({ paymentMethodId: ProviderId })
const byPrice = z.object({ priceId: ProviderId })
/** The browser creates one id per user action, so a repeated call takes effect once. */
const once = z.object({ requestId: z.uuid() })

/**
 * Every member reads plans and subscription. Owner and admin read cards, invoices and previews and make changes
 * (others: `not_allowed`), but not while viewing as another user. In the demo practice, cards and invoices are invented,
 * and previews and changes fail with `demo_fixed`. Calls fail with `billing_account_incomplete` until the provider knows
 * the organization, and changes with `billing_busy` during another change.
 */
export const billing = {
  plans: endpoint({ method: 'GET', path: '/billing/plans', summary: 'The plans, cheapest first' }).output(
    z.object({ items: z.array(Plan) }),
  ),
  state: endpoint({ method: 'GET', path: '/billing', summary: "The organization's subscription and usage" }).output(
    BillingState,
  ),
  refresh: endpoint({
    method: 'POST',
    path: '/billing/refresh',
    summary: 'Refresh the subscription from the payment provider',
  }).output(BillingState),
  /**
   * `card` charges the default card immediately. `page` charges no stored card: the user pays on the provider's page
   * (`url`), if the provider has one.
   * @throws billing_no_card, subscription_exists, plan_missing, and the reasons for which a card is declined
   */
  subscribe: endpoint({
    method: 'POST',
    path: '/billing/subscription',
    summary: "Subscribe, with the default card or on the provider's page",
  })
    .input(byPrice.extend({ ...once.shape, pay: z.enum(['card', 'page']).default('card') }))
    .output(z.object({ url: z.string().nullable() })),
  preview: endpoint({
    method: 'POST',
    path: '/billing/subscription/preview',
    summary: 'The cost of a plan change now',
  })
    .input(byPrice)
    .output(ProrationPreview),
  /**
   * Changes the plan immediately, with proration, after it has charged open invoices. `dueNow` is the amount of the
   * preview that the user confirmed; null without a preview.
   * @throws subscription_missing, billing_no_card, plan_missing, amount_changed if another amount is due by now,
   * payment_partly_made if only some of several payments were made, and the reasons for which a card is declined
   */
  changePlan: endpoint({ method: 'POST', path: '/billing/subscription/plan', summary: 'Change the plan' })
    .input(byPrice.extend({ ...once.shape, dueNow: Amount.nonnegative().nullable().default(null) }))
    .output(BillingState),
  /** @throws subscription_missing */
  cancel: endpoint({
    method: 'POST',
    path: '/billing/subscription/cancel',
    summary: 'Cancel the subscription at the end of the current period',
  })
    .input(once)
    .output(BillingState),
  /**
   * Pays open invoices immediately with the default card. Returns the state afterwards and how many invoices were
   * paid. `past_due` remains if no invoice was open, and for a moment after a payment.
   * @throws subscription_missing, billing_no_card, payment_partly_made, and the reasons for which a card is declined
   */
  payOpen: endpoint({ method: 'POST', path: '/billing/subscription/pay', summary: 'Pay open invoices' })
    .input(once)
    .output(PaidState),
  /** @throws subscription_missing when it has ended, billing_no_card without a card for the next payments */
  reactivate: endpoint({
    method: 'POST',
    path: '/billing/subscription/reactivate',
    summary: 'Reactivate a subscription that was to be canceled',
  })
    .input(once)
    .output(BillingState),
  paymentMethods: endpoint({
    method: 'GET',
    path: '/billing/cards',
    summary: 'Cards, the default card first',
    whileViewing: false,
  }).output(z.object({ items: z.array(PaymentMethod) })),
  /** @throws cards_too_many for too many within an hour */
  beginCard: endpoint({ method: 'POST', path: '/billing/cards/setup', summary: 'Start adding a card' })
    .input(once)
    .output(CardSetup),
  /**
   * The built-in provider's card form. Other providers have theirs in the browser.
   * @throws not_in_test_mode with another provider
   */
  fillTestCard: endpoint({
    method: 'POST',
    path: '/billing/cards/setup/{setupId}/test',
    summary: 'Fill in a test card',
  })
    .input(z.object({ setupId: ProviderId }).extend(TestCard.shape))
    .output(z.object({ status: z.enum(['succeeded', 'requires_action']) })),
  /**
   * The first card becomes the default.
   * @throws setup_unsuccessful 'Setup intent was not successful'
   */
  finishCard: endpoint({
    method: 'POST',
    path: '/billing/cards/setup/{setupId}/finish',
    summary: 'Finish adding a card',
  })
    .input(z.object({ setupId: ProviderId }))
    .output(z.object({ items: z.array(PaymentMethod) })),
  setDefaultCard: endpoint({
    method: 'POST',
    path: '/billing/cards/{paymentMethodId}/default',
    summary: 'Make a card the default',
  })
    .input(byMethod)
    .output(z.object({ items: z.array(PaymentMethod) })),
  /** @throws payment_method_missing, payment_method_needed for the last card of a paid subscription */
  removeCard: endpoint({ method: 'DELETE', path: '/billing/cards/{paymentMethodId}', summary: 'Remove a card' })
    .input(byMethod)
    .output(z.object({ items: z.array(PaymentMethod) })),
  /** Ten per page, newest first. Each file is at `/api/billing/invoices/{id}/file`. */
  invoices: endpoint({
    method: 'GET',
    path: '/billing/invoices',
    summary: 'Invoices, newest first',
    whileViewing: false,
  })
    .input(z.object({ startingAfter: ProviderId.optional() }))
    .output(z.object({ items: z.array(Invoice), hasMore: z.boolean() })),
}
