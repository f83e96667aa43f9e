import type { Stripe } from 'stripe'
import { periodEnd } from '#server/providers/payments/proration.ts'
import type { Account } from '#server/providers/payments/sandbox/account.ts'
import type { Card, Setup, StoredInvoice, StoredSubscription } from '#server/providers/payments/sandbox/objects.ts'
import { prorateChange } from '#server/providers/payments/sandbox/subscriptions.ts'
import type { Checkout, Product, StripeAccount } from './account.ts'
import type { Part } from './part.ts'

const seconds = (moment: string) => Math.floor(Date.parse(moment) / 1000)

export function productOf({ plan, metadata }: Product): Part<Stripe.Product> {
  return {
    id: plan.productId,
    object: 'product',
    active: true,
    name: plan.name,
    metadata,
    default_price: null,
    marketing_features: plan.features.map((name) => ({ name })),
  }
}

export function priceOf({ plan }: Product): Part<Stripe.Price> {
  return {
    id: plan.priceId,
    object: 'price',
    active: true,
    currency: plan.currency,
    unit_amount: plan.price,
    recurring: { interval: plan.interval, interval_count: 1, usage_type: 'licensed' },
    product: plan.productId,
  }
}

export function customerOf({ customer }: Account): Part<Stripe.Customer> {
  return {
    id: customer.id,
    object: 'customer',
    email: customer.email,
    name: customer.name,
    balance: -customer.credit,
    invoice_settings: { default_payment_method: customer.defaultCardId },
    metadata: { organization_id: customer.organizationId },
  }
}

export function paymentMethodOf({ customer }: Account, card: Card): Part<Stripe.PaymentMethod> {
  const { brand, last4, expMonth: exp_month, expYear: exp_year } = card
  return {
    id: card.id,
    object: 'payment_method',
    type: 'card',
    customer: customer.id,
    card: { brand, last4, exp_month, exp_year },
  }
}

const setupStatus = {
  empty: 'requires_payment_method',
  needs_step: 'requires_action',
  succeeded: 'succeeded',
  finished: 'succeeded',
} as const

export function setupIntentOf({ customer }: Account, setup: Setup): Part<Stripe.SetupIntent> {
  return {
    id: setup.id,
    object: 'setup_intent',
    status: setupStatus[setup.status],
    customer: customer.id,
    payment_method: setup.card?.id ?? null,
  }
}

export function subscriptionOf(
  stripe: StripeAccount,
  account: Account,
  stored: StoredSubscription,
): Part<Stripe.Subscription> {
  const product = stripe.products.find(({ plan }) => plan.priceId === stored.priceId)
  const item: Part<Stripe.SubscriptionItem> = {
    id: itemIdOf(stored),
    current_period_start: seconds(stored.currentPeriodStart),
    current_period_end: seconds(stored.currentPeriodEnd),
    ...(product ? { price: priceOf(product) } : {}),
  }
  const subscription: Part<Stripe.Subscription> = {
    id: stored.id,
    object: 'subscription',
    customer: account.customer.id,
    status: stored.status,
    cancel_at: stored.cancelAtPeriodEnd ? seconds(stored.currentPeriodEnd) : null,
    cancel_at_period_end: stored.cancelAtPeriodEnd,
    default_payment_method: null,
    items: { object: 'list', data: [item] },
    metadata: {},
    trial_end: stored.trialEnd === null ? null : seconds(stored.trialEnd),
  }
  return stripe.withOverrides(subscription)
}

export function itemIdOf({ id }: StoredSubscription): string {
  return id.replace('sub_', 'si_')
}

export function invoiceOf(stripe: StripeAccount, account: Account, stored: StoredInvoice): Part<Stripe.Invoice> {
  const isPaid = stored.status === 'paid'
  const invoice: Part<Stripe.Invoice> = {
    id: stored.id,
    object: 'invoice',
    customer: account.customer.id,
    created: seconds(stored.date),
    description: null,
    number: stored.number,
    currency: stored.currency,
    status: isPaid ? 'paid' : 'open',
    amount_due: stored.amount,
    amount_remaining: isPaid ? 0 : stored.amount,
    amount_paid: isPaid ? stored.amount : 0,
    attempt_count: 1,
    invoice_pdf: `${stripe.fileBase}/invoice/${stored.id}/pdf`,
  }
  return stripe.withOverrides(invoice)
}

/** The invoice that a change would cause now, followed by the next period's line. */
export function previewOf(
  account: Account,
  subscription: StoredSubscription,
  [current, next]: readonly [Product['plan'], Product['plan']],
): Part<Stripe.Invoice> {
  const { creditAmount, chargeAmount } = prorateChange(account, subscription, next)
  const startsPeriod = current.interval !== next.interval
  const now = seconds(account.now.toISOString())
  const end = startsPeriod
    ? seconds(periodEnd(account.now, next.interval, 1).toISOString())
    : seconds(subscription.currentPeriodEnd)
  return {
    object: 'invoice',
    starting_balance: -account.customer.credit,
    lines: {
      object: 'list',
      data: [
        lineOf(creditAmount, true, now, end),
        lineOf(chargeAmount, !startsPeriod, now, end),
        lineOf(next.price, false, end, end),
      ],
    },
  }
}

function lineOf(amount: number, proration: boolean, start: number, end: number): Part<Stripe.InvoiceLineItem> {
  return { amount, parent: { subscription_item_details: { proration } }, period: { start, end } }
}

export function checkoutOf(checkout: Checkout): Part<Stripe.Checkout.Session> {
  const { id, status, url, customer, metadata } = checkout
  return { id, object: 'checkout.session', status, customer, metadata, url: status === 'open' ? url : null }
}
