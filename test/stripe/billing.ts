import type { Stripe } from 'stripe'
import { periodEnd } from '#server/providers/payments/proration.ts'
import { type Line, newInvoice } from './invoice.ts'
import { newItem, newSubscription, planOf, secondsOf } from './objects.ts'
import { invalid, missing } from './refusal.ts'
import { declined, type StripeWorld } from './world.ts'

const day = 86_400

/** Begins with a trial, or pays the first period at once. */
export function createSubscription(world: StripeWorld, params: Stripe.SubscriptionCreateParams): Stripe.Subscription {
  const customer = world.customers.find(params.customer ?? '')
  if (!customer) throw missing('customer', params.customer ?? '', 'customer')
  const [wished] = params.items ?? []
  const price = priceOf(world, wished?.price)
  const trialEnd = params.trial_period_days === undefined ? null : world.now + params.trial_period_days * day
  const made = newSubscription(world.now, { params, customer: customer.id, trialEnd })
  const start = world.now
  const end = trialEnd ?? periodAfter(start, price)
  made.items.data = [newItem(start, { subscription: made.id, price, start, end })]
  const amount = trialEnd === null ? (price.unit_amount ?? 0) : 0
  const lines = [{ amount, description: '1 × plan', isProration: false, start, end }]
  pay(world, made, lines, params.payment_behavior)
  world.subscriptions.put(made)
  world.tell('customer.subscription.created', made)
  return made
}

export function updateSubscription(
  world: StripeWorld,
  id: string,
  params: Stripe.SubscriptionUpdateParams,
): Stripe.Subscription {
  const known = world.subscriptions.get(id)
  if (known.status === 'canceled') throw invalid('A canceled subscription can only update its cancellation_details.')
  const changed = structuredClone(known)
  if (params.cancel_at_period_end !== undefined) changed.cancel_at_period_end = params.cancel_at_period_end
  if (params.default_payment_method !== undefined) changed.default_payment_method = params.default_payment_method
  const [wished] = params.items ?? []
  if (wished) {
    const lines = prorated(world, known, wished, params)
    movePlan(world, changed, wished)
    if (lines.length > 0) pay(world, changed, lines, params.payment_behavior)
  }
  world.subscriptions.put(changed)
  world.tell('customer.subscription.updated', changed)
  return changed
}

/** What an update would be invoiced for at once, and the next period. */
export function previewInvoice(world: StripeWorld, params: Stripe.InvoiceCreatePreviewParams): Stripe.Invoice {
  const subscription = world.subscriptions.get(params.subscription ?? '')
  const customer = world.customers.get(subscription.customer)
  const { items: [wished] = [], proration_behavior, proration_date } = params.subscription_details ?? {}
  if (!wished) throw invalid('Nothing to preview.', 'invoice_upcoming_none')
  const lines = prorated(world, subscription, wished, { proration_behavior, proration_date })
  const price = priceOf(world, wished.price)
  const start =
    lines.find(({ isProration }) => !isProration)?.end ?? subscription.items.data[0]?.current_period_end ?? 0
  const next = { description: '1 × plan', isProration: false, amount: price.unit_amount ?? 0 }
  lines.push({ ...next, start, end: periodAfter(start, price) })
  return newInvoice(world.now, { customer, subscription, lines, number: null })
}

/** Tries once more to have an invoice paid, after which its subscription goes on. @throws Refusal without the money */
export function payInvoice(world: StripeWorld, id: string): Stripe.Invoice {
  const invoice = world.invoices.get(id)
  if (invoice.status !== 'open') throw invalid('Invoice is already paid.')
  const subscription = world.subscriptions.get(invoice.parent?.subscription_details?.subscription ?? '')
  const customer = world.customers.get(invoice.customer)
  const cardId = subscription.default_payment_method ?? customer.invoice_settings.default_payment_method
  const refusal = refusalOf(world, invoice.amount_due, cardId)
  if (refusal) throw refusal
  const { amount_due: paid } = invoice
  world.subscriptions.put({ ...subscription, status: 'active' })
  return world.invoices.put({ ...invoice, status: 'paid', amount_paid: paid, amount_remaining: 0 })
}

/** Whoever was led to Stripe's page pays there: the card becomes the subscription's own. @throws Refusal where it is closed */
export function payOnPage(world: StripeWorld, url: string, number: string): Stripe.Subscription {
  const [session] = world.sessions.list({ limit: 1 }, (one) => one.url === url && one.status === 'open').data
  if (!session) throw invalid('This page is not open any more.')
  world.sessions.put({ ...session, status: 'complete', url: null })
  const { customer = '', line_items: items = [], subscription_data: data } = world.pages.get(url) ?? {}
  return createSubscription(world, {
    customer,
    items: items.map(({ price = '' }) => ({ price })),
    default_payment_method: world.addCard(customer, number).id,
    metadata: data?.metadata ?? {},
  })
}

interface WishedItem {
  id?: string
  price?: string
}

interface Proration {
  proration_behavior?: string | undefined
  proration_date?: number | undefined
}

/** The credit for the rest of the period and the charge for it, by the second; a period of another length begins anew. */
function prorated(world: StripeWorld, subscription: Stripe.Subscription, wished: WishedItem, by: Proration): Line[] {
  const [item] = subscription.items.data
  if (!item || item.id !== wished.id) throw missing('subscription item', wished.id ?? '')
  const price = priceOf(world, wished.price)
  if (subscription.status === 'trialing' || by.proration_behavior === 'none') return []
  if (by.proration_behavior !== 'always_invoice') throw new Error('The stand-in invoices prorations at once.')
  const { current_period_start: start, current_period_end: end } = item
  const date = by.proration_date ?? world.now
  if (date < start || date >= end) throw invalid('The proration date must be within the current period.')
  const share = (amount: number | null) => Math.round(((amount ?? 0) * (end - date)) / (end - start))
  const credit = {
    amount: -share(item.price.unit_amount),
    description: 'Unused time',
    isProration: true,
    start: date,
    end,
  }
  if (price.recurring?.interval === item.price.recurring?.interval)
    return [
      credit,
      { amount: share(price.unit_amount), description: 'Remaining time', isProration: true, start: date, end },
    ]
  const whole = { amount: price.unit_amount ?? 0, start: world.now, end: periodAfter(world.now, price) }
  return [credit, { description: '1 × plan', isProration: false, ...whole }]
}

function movePlan(world: StripeWorld, subscription: Stripe.Subscription, wished: WishedItem) {
  const price = priceOf(world, wished.price)
  subscription.items.data = subscription.items.data.map((item) => {
    const isNewPeriod = item.price.recurring?.interval !== price.recurring?.interval
    const period = { current_period_start: world.now, current_period_end: periodAfter(world.now, price) }
    return { ...item, ...(isNewPeriod ? period : {}), price, plan: planOf(price) }
  })
}

/** @throws Refusal without the money, where `error_if_incomplete` is asked for; nothing has changed then */
function pay(world: StripeWorld, subscription: Stripe.Subscription, lines: Line[], behavior: string | undefined) {
  const customer = world.customers.get(subscription.customer)
  const cardId = subscription.default_payment_method ?? customer.invoice_settings.default_payment_method
  const number = `STAND-${String(world.invoiceCount + 1).padStart(4, '0')}`
  const invoice = newInvoice(world.now, { customer, subscription, lines, number })
  const refusal = refusalOf(world, invoice.amount_due, cardId)
  if (refusal && behavior === 'error_if_incomplete') throw refusal
  world.invoiceCount += 1
  invoice.invoice_pdf = `${world.files}/invoice/${invoice.id}/pdf`
  invoice.attempted = true
  if (refusal) {
    invoice.attempt_count = 1
    subscription.status = 'past_due'
  } else {
    invoice.status = 'paid'
    invoice.amount_paid = invoice.amount_due
    invoice.amount_remaining = 0
    customer.balance = invoice.ending_balance ?? 0
  }
  subscription.latest_invoice = invoice.id
  world.invoices.put(invoice)
  world.tell(refusal ? 'invoice.payment_failed' : 'invoice.paid', invoice)
}

function refusalOf(world: StripeWorld, amount: number, cardId: string | Stripe.PaymentMethod | null) {
  if (amount === 0) return null
  if (cardId === null) return invalid('This customer has no attached payment source or default payment method.')
  const card = world.cards.get(cardId)
  return world.refused.has(card.id) ? declined(card.card?.last4 ?? '') : null
}

function priceOf(world: StripeWorld, id: string | undefined): Stripe.Price {
  const price = world.prices.get(id ?? '')
  if (!price.active) throw invalid('The price specified is inactive.')
  return price
}

function periodAfter(start: number, price: Stripe.Price): number {
  return secondsOf(periodEnd(new Date(start * 1000), price.recurring?.interval === 'year' ? 'year' : 'month', 1))
}
