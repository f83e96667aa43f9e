import type Stripe from 'stripe'
import type { CardSetup, PaymentMethod } from '#shared/contract/billing.ts'
import { type Idempotent, PaymentFailure } from '../port.ts'
import { callStripe } from './call-stripe.ts'
import { idOf } from './catalog.ts'
import { findCurrent, isEnding, listCurrent, newestShown } from './subscriptions.ts'

/**
 * All current subscriptions, the one that the product shows, and the id of the card it charges: the subscription's own card, else
 * the customer's default.
 */
export async function findPaying(client: Stripe, customerId: string) {
  const [customer, subscriptions] = await Promise.all([
    callStripe(client.customers.retrieve(customerId), 'customer_missing'),
    listCurrent(client, customerId),
  ])
  if (customer.deleted) throw new PaymentFailure('customer_missing')
  const subscription = newestShown(subscriptions)
  const cardId = idOf(subscription?.default_payment_method) ?? idOf(customer.invoice_settings.default_payment_method)
  return { subscriptions, subscription, cardId }
}

/** The charged card first, then the newest. */
export async function listCards(client: Stripe, customerId: string): Promise<PaymentMethod[]> {
  const [{ data }, { cardId }] = await Promise.all([
    callStripe(client.customers.listPaymentMethods(customerId, { type: 'card', limit: 100 }), 'customer_missing'),
    findPaying(client, customerId),
  ])
  const cards = data.flatMap(({ id, card }) => {
    if (!card) return []
    const { brand, last4, exp_month: expMonth, exp_year: expYear } = card
    return [{ id, type: 'card' as const, isDefault: id === cardId, card: { brand, last4, expMonth, expYear } }]
  })
  return [...cards.filter(({ isDefault }) => isDefault), ...cards.filter(({ isDefault }) => !isDefault)]
}

/** Starts a setup that Stripe's form in the browser completes with the secret. */
export async function beginSetup(
  client: Stripe,
  { customerId, idempotencyKey }: { customerId: string } & Idempotent,
): Promise<CardSetup> {
  const setup = await callStripe(
    client.setupIntents.create(
      { customer: customerId, usage: 'off_session', allowed_payment_method_types: ['card'] },
      { idempotencyKey },
    ),
  )
  if (setup.client_secret === null) throw new PaymentFailure('setup_unsuccessful')
  return { id: setup.id, clientSecret: setup.client_secret }
}

/** @throws setup_unsuccessful unless this customer completed the browser's form */
export async function finishSetup(client: Stripe, customerId: string, setupId: string): Promise<string> {
  const setup = await callStripe(client.setupIntents.retrieve(setupId), 'setup_unsuccessful')
  const cardId = idOf(setup.payment_method)
  if (setup.status !== 'succeeded' || idOf(setup.customer) !== customerId || cardId === null) {
    throw new PaymentFailure('setup_unsuccessful')
  }
  const paying = await findPaying(client, customerId)
  if (paying.cardId === null) await payWith(client, customerId, cardId, paying.subscription)
  return cardId
}

/** Stripe attaches a card as soon as its form succeeds. Our call that makes it the default may have been lost. */
export async function ensureDefaultCard(client: Stripe, customerId: string) {
  const { subscription, cardId } = await findPaying(client, customerId)
  if (cardId !== null) return
  const { data } = await callStripe(client.customers.listPaymentMethods(customerId, { type: 'card', limit: 1 }))
  const [newest] = data
  if (newest) await payWith(client, customerId, newest.id, subscription)
}

/** @throws payment_method_missing for another customer's card */
export async function setDefaultCard(client: Stripe, customerId: string, cardId: string) {
  const card = await callStripe(client.paymentMethods.retrieve(cardId), 'payment_method_missing')
  if (idOf(card.customer) !== customerId) throw new PaymentFailure('payment_method_missing')
  await payWith(client, customerId, cardId, await findCurrent(client, customerId))
}

/** Makes the newest other card the default before removing the default. @throws payment_method_missing, payment_method_needed */
export async function removeCard(client: Stripe, customerId: string, cardId: string) {
  const [cards, { subscriptions, subscription }] = await Promise.all([
    listCards(client, customerId),
    findPaying(client, customerId),
  ])
  const card = cards.find(({ id }) => id === cardId)
  if (!card) throw new PaymentFailure('payment_method_missing')
  const successor = cards.find(({ id }) => id !== cardId)
  const willRenew = subscriptions.some((current) => current.status !== 'trialing' && !isEnding(current))
  if (!successor && willRenew) throw new PaymentFailure('payment_method_needed')
  if (card.isDefault && successor) await payWith(client, customerId, successor.id, subscription)
  await callStripe(client.paymentMethods.detach(cardId), 'payment_method_missing')
}

/** A subscription from Stripe's checkout page has its own card, which takes precedence over the customer's default. */
async function payWith(client: Stripe, customerId: string, cardId: string, subscription: Stripe.Subscription | null) {
  await callStripe(
    client.customers.update(customerId, { invoice_settings: { default_payment_method: cardId } }),
    'customer_missing',
  )
  if (subscription?.default_payment_method == null) return
  await callStripe(client.subscriptions.update(subscription.id, { default_payment_method: cardId }))
}
