import * as z from 'zod'
import { endpoint } from './endpoint.ts'

/** Integer of the currency's smallest unit, e.g. cents. */
const Amount = z.int()
/** ISO 4217 in small letters, e.g. `usd`. */
const Currency = z.string().regex(/^[a-z]{3}$/)
const Interval = z.enum(['month', 'year'])
const Moment = z.iso.datetime({ offset: true })

/** A plan of the payment provider's catalog (spec admin §3). The one with id `professional` is highlighted. */
export const Plan = z.object({
  id: z.string(),
  name: z.string(),
  price: Amount,
  currency: Currency,
  interval: Interval,
  /** Sessions that an interval includes; null without a limit. Recording is never blocked by it (D26). */
  sessions: z.int().positive().nullable(),
  features: z.array(z.string()),
  isPopular: z.boolean(),
  productId: z.string(),
  priceId: z.string(),
})
export type Plan = z.infer<typeof Plan>

/** As the provider has it. `none` where there is no subscription, or none any more. */
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
  /** It ends with the period that runs, and may be taken up again until then. */
  cancelAtPeriodEnd: z.boolean(),
})
export type Subscription = z.infer<typeof Subscription>

/** What an organization's page of plans begins with. */
export const BillingState = z.object({
  /** `test` is the built-in provider: no money moves. */
  provider: z.enum(['test', 'stripe']),
  /** What the provider's card form in the browser needs; null with the built-in provider. */
  publishableKey: z.string().nullable(),
  /** Owner and admin; the others see the plan. Nobody in the demo practice. */
  mayManage: z.boolean(),
  /** The shared demo practice: what is shown is invented, and fixed. */
  isDemo: z.boolean(),
  /** Null where there is none, or none any more. */
  subscription: Subscription.nullable(),
  /** What there was last, where there is none any more. */
  ended: z.object({ productName: z.string(), wasTrial: z.boolean() }).nullable(),
  /** Sessions held in the period that runs (this month, without a subscription), and what the plan includes; null for no limit, as in a trial. */
  usage: z.object({ used: z.int(), limit: z.int().nullable() }),
})
export type BillingState = z.infer<typeof BillingState>

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
  /** The number that stands on it; empty until it has one. */
  number: z.string(),
  hasFile: z.boolean(),
})
export type Invoice = z.infer<typeof Invoice>

const PricedPlan = z.object({ name: z.string(), amount: Amount })

/** What a change of plan costs now, to the day: `creditAmount + chargeAmount = netAmount`, the credit being 0 or less. */
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
  /** 0 or more: left unpaid before, and collected with the change. */
  unpaidAmount: Amount,
  /** 0 or less: the credit from before that pays for a part of it. */
  creditUsed: Amount,
  /** 0 or more: what this change leaves for the next invoices, after what was unpaid. */
  creditKept: Amount,
  /** What is charged now, 0 or more: `netAmount + unpaidAmount + creditUsed = dueNow - creditKept`. */
  dueNow: Amount,
  /** Null for a subscription that is to end. */
  nextInvoice: z.object({ amount: Amount, periodStart: Moment }).nullable(),
  /** When a subscription ends that is to end. */
  endsAt: Moment.nullable(),
})
export type ProrationPreview = z.infer<typeof ProrationPreview>

/** The provider's form for a card: begun on the server, filled in against the provider, finished on the server. */
export const CardSetup = z.object({ id: z.string(), clientSecret: z.string() })
export type CardSetup = z.infer<typeof CardSetup>

/** A card of the built-in provider, which knows a few numbers and takes no real one. */
export const TestCard = z.object({
  number: z.string().regex(/^\d{12,19}$/),
  expMonth: z.int().min(1).max(12),
  expYear: z.int().min(2000).max(2099),
  cvc: z.string().regex(/^\d{3,4}$/),
  /** Whether the second step that some cards ask for has been given. */
  isConfirmed: z.boolean().default(false),
})
export type TestCard = z.infer<typeof TestCard>

/** As the provider names its things. */
const ProviderId = z.string().min(1).max(255)
const byMethod = z.object({ paymentMethodId: ProviderId })
const byPrice = z.object({ priceId: ProviderId })
/** Made by the browser once for what a person does, so that a repeated call moves money once. */
const once = z.object({ requestId: z.uuid() })

/**
 * Plans and subscription are for every member; cards, invoices, previews and changes for owner and admin (`not_allowed`), for nobody in
 * the demo practice (`demo_fixed`), and not while viewing as somebody. They answer `billing_account_incomplete` until the provider knows
 * the organization, and changes `billing_busy` while another one is under way.
 */
export const billing = {
  plans: endpoint({ method: 'GET', path: '/billing/plans', summary: 'The plans, cheapest first' }).output(
    z.object({ items: z.array(Plan) }),
  ),
  state: endpoint({ method: 'GET', path: '/billing', summary: "The organization's subscription and its use" }).output(
    BillingState,
  ),
  refresh: endpoint({
    method: 'POST',
    path: '/billing/refresh',
    summary: 'Read the subscription from the provider',
  }).output(BillingState),
  /**
   * With `card`, the default card is charged at once. With `page` no card that is kept here is: the person pays on the provider's own
   * page (`url`), where it has one. @throws billing_no_card, subscription_exists, plan_missing, and what a card is refused for
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
    summary: 'What a change of plan would cost now',
  })
    .input(byPrice)
    .output(ProrationPreview),
  /** At once, with proration. @throws subscription_missing, billing_no_card, plan_missing, and what a card is refused for */
  changePlan: endpoint({ method: 'POST', path: '/billing/subscription/plan', summary: 'Change the plan' })
    .input(byPrice.extend(once.shape))
    .output(BillingState),
  /** @throws subscription_missing */
  cancel: endpoint({ method: 'POST', path: '/billing/subscription/cancel', summary: 'End with the period that runs' })
    .input(once)
    .output(BillingState),
  /**
   * At once, with the card that is the default one now. Answers the state as it is then: `past_due` still, where nothing was open.
   * @throws subscription_missing, billing_no_card, and what a card is refused for
   */
  payOpen: endpoint({ method: 'POST', path: '/billing/subscription/pay', summary: 'Pay what could not be paid' })
    .input(once)
    .output(BillingState),
  /** @throws subscription_missing when it has ended, billing_no_card where nothing would pay for what comes */
  reactivate: endpoint({ method: 'POST', path: '/billing/subscription/reactivate', summary: 'Go on after all' })
    .input(once)
    .output(BillingState),
  paymentMethods: endpoint({
    method: 'GET',
    path: '/billing/cards',
    summary: 'Cards, the default one first',
    whileViewing: false,
  }).output(z.object({ items: z.array(PaymentMethod) })),
  /** @throws cards_too_many within an hour */
  beginCard: endpoint({ method: 'POST', path: '/billing/cards/setup', summary: 'Begin to add a card' })
    .input(once)
    .output(CardSetup),
  /** The built-in provider's card form. Another provider's is in the browser: there it answers `not_in_test_mode`. */
  fillTestCard: endpoint({
    method: 'POST',
    path: '/billing/cards/setup/{setupId}/test',
    summary: 'Fill in a test card',
  })
    .input(z.object({ setupId: ProviderId }).extend(TestCard.shape))
    .output(z.object({ status: z.enum(['succeeded', 'requires_action']) })),
  /** The first card becomes the default one. @throws setup_unsuccessful 'Setup intent was not successful' */
  finishCard: endpoint({ method: 'POST', path: '/billing/cards/setup/{setupId}/finish', summary: 'Keep the card' })
    .input(z.object({ setupId: ProviderId }))
    .output(z.object({ items: z.array(PaymentMethod) })),
  setDefaultCard: endpoint({ method: 'POST', path: '/billing/cards/{paymentMethodId}/default', summary: 'Pay with it' })
    .input(byMethod)
    .output(z.object({ items: z.array(PaymentMethod) })),
  /** @throws payment_method_missing, payment_method_needed for the last one while a subscription is paid with it */
  removeCard: endpoint({ method: 'DELETE', path: '/billing/cards/{paymentMethodId}', summary: 'Remove a card' })
    .input(byMethod)
    .output(z.object({ items: z.array(PaymentMethod) })),
  /** Ten a page, newest first. The file of one is at `/api/billing/invoices/{id}/file`. */
  invoices: endpoint({
    method: 'GET',
    path: '/billing/invoices',
    summary: 'Invoices, newest first',
    whileViewing: false,
  })
    .input(z.object({ startingAfter: ProviderId.optional() }))
    .output(z.object({ items: z.array(Invoice), hasMore: z.boolean() })),
}
