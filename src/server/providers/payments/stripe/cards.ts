import type Stripe from 'stripe'
import type { CardSetup, PaymentMethod } from '#shared/contract/billing.ts'
import { type Once, PaymentFailure } from '../port.ts'
import { ask } from './ask.ts'
import { idOf } from './catalog.ts'
import { findRunning } from './subscriptions.ts'

/** The customer's subscription, and the id of the card that pays: the subscription's own one comes before the customer's. */
export async function findPaying(client: Stripe, customerId: string) {
  const [customer, subscription] = await Promise.all([
    ask(client.customers.retrieve(customerId), 'customer_missing'),
    findRunning(client, customerId),
  ])
  if (customer.deleted) throw new PaymentFailure('customer_missing')
  const cardId = idOf(subscription?.default_payment_method) ?? idOf(customer.invoice_settings.default_payment_method)
  return { subscription, cardId }
}

/** The one that pays first, then the newest. */
export async function listCards(client: Stripe, customerId: string): Promise<PaymentMethod[]> {
  const [{ data }, { cardId }] = await Promise.all([
    ask(client.customers.listPaymentMethods(customerId, { type: 'card', limit: 100 }), 'customer_missing'),
    findPaying(client, customerId),
  ])
  const cards = data.flatMap(({ id, card }) => {
    if (!card) return []
    const { brand, last4, exp_month: expMonth, exp_year: expYear } = card
    return [{ id, type: 'card' as const, isDefault: id === cardId, card: { brand, last4, expMonth, expYear } }]
  })
  return [...cards.filter(({ isDefault }) => isDefault), ...cards.filter(({ isDefault }) => !isDefault)]
}

/** Begins what the browser finishes with Stripe's form, which is given the secret. */
export async function beginSetup(
  client: Stripe,
  { customerId, idempotencyKey }: { customerId: string } & Once,
): Promise<CardSetup> {
  const setup = await ask(
    client.setupIntents.create(
      { customer: customerId, usage: 'off_session', allowed_payment_method_types: ['card'] },
      { idempotencyKey },
    ),
  )
  if (setup.client_secret === null) throw new PaymentFailure('setup_unsuccessful')
  return { id: setup.id, clientSecret: setup.client_secret }
}

/** @throws setup_unsuccessful unless the browser's form went through, for this customer */
export async function finishSetup(client: Stripe, customerId: string, setupId: string): Promise<string> {
  const setup = await ask(client.setupIntents.retrieve(setupId), 'setup_unsuccessful')
  const cardId = idOf(setup.payment_method)
  if (setup.status !== 'succeeded' || idOf(setup.customer) !== customerId || cardId === null) {
    throw new PaymentFailure('setup_unsuccessful')
  }
  const paying = await findPaying(client, customerId)
  if (paying.cardId === null) await payWith(client, customerId, cardId, paying.subscription)
  return cardId
}

/** Stripe keeps a card as soon as its form went through; what makes it the one that pays may have got lost. */
export async function settleDefaultCard(client: Stripe, customerId: string) {
  const { subscription, cardId } = await findPaying(client, customerId)
  if (cardId !== null) return
  const { data } = await ask(client.customers.listPaymentMethods(customerId, { type: 'card', limit: 1 }))
  const [newest] = data
  if (newest) await payWith(client, customerId, newest.id, subscription)
}

/** @throws payment_method_missing for a card that is not the customer's */
export async function setDefaultCard(client: Stripe, customerId: string, cardId: string) {
  const card = await ask(client.paymentMethods.retrieve(cardId), 'payment_method_missing')
  if (idOf(card.customer) !== customerId) throw new PaymentFailure('payment_method_missing')
  await payWith(client, customerId, cardId, await findRunning(client, customerId))
}

/** The newest of the others takes the place of one that paid, before it goes. @throws payment_method_missing, payment_method_needed */
export async function removeCard(client: Stripe, customerId: string, cardId: string) {
  const [cards, { subscription }] = await Promise.all([listCards(client, customerId), findPaying(client, customerId)])
  const card = cards.find(({ id }) => id === cardId)
  if (!card) throw new PaymentFailure('payment_method_missing')
  const successor = cards.find(({ id }) => id !== cardId)
  const goesOn = subscription !== null && subscription.status !== 'trialing' && !subscription.cancel_at_period_end
  if (!successor && goesOn) throw new PaymentFailure('payment_method_needed')
  if (card.isDefault && successor) await payWith(client, customerId, successor.id, subscription)
  await ask(client.paymentMethods.detach(cardId), 'payment_method_missing')
}

/** A subscription that was made on Stripe's own page has a card of its own, which would go before the customer's. */
async function payWith(client: Stripe, customerId: string, cardId: string, subscription: Stripe.Subscription | null) {
  await ask(
    client.customers.update(customerId, { invoice_settings: { default_payment_method: cardId } }),
    'customer_missing',
  )
  if (subscription?.default_payment_method == null) return
  await ask(client.subscriptions.update(subscription.id, { default_payment_method: cardId }))
}
