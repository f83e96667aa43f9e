import type { PaymentMethod, TestCard } from '#shared/contract/billing.ts'
import { findTestCard } from '#shared/rules/test-cards.ts'
import { PaymentFailure } from '../port.ts'
import { type Account, currentSubscription, emitEvent, hasExpired } from './account.ts'
import type { Card, Setup } from './objects.ts'
import { newId } from './store.ts'

/** The default card first, then the newest. */
export async function listCards({ customer, transaction }: Account): Promise<PaymentMethod[]> {
  const cards = (await transaction.list('card', customer.id)).map(({ id, brand, last4, expMonth, expYear }) => ({
    id,
    type: 'card' as const,
    isDefault: id === customer.defaultCardId,
    card: { brand, last4, expMonth, expYear },
  }))
  return cards.toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault))
}

export async function beginSetup({ customer, transaction }: Account): Promise<{ id: string; clientSecret: string }> {
  const setup: Setup = { id: newId('setup'), status: 'empty', card: null }
  await transaction.insert('setup', customer.id, setup)
  return { id: setup.id, clientSecret: `${setup.id}_secret_${newId('setup').slice(-16)}` }
}

/** Accepts only the known test numbers. @throws PaymentFailure with the card's error, setup_unsuccessful */
export async function fillSetup(
  { customer, transaction, now }: Account,
  setupId: string,
  input: TestCard,
): Promise<'succeeded' | 'requires_action'> {
  const setup = await transaction.find('setup', customer.id, setupId)
  if (!setup || setup.status === 'finished') throw new PaymentFailure('setup_unsuccessful')
  const known = findTestCard(input.number)
  if (!known) throw new PaymentFailure('card_unknown')
  if (known.outcome === 'declined') throw new PaymentFailure('card_declined')
  if (known.outcome === 'expired' || hasExpired(input, now)) throw new PaymentFailure('card_expired')
  const isRightLength = input.cvc.length === (known.brand === 'amex' ? 4 : 3)
  if (known.outcome === 'wrong_cvc' || !isRightLength) throw new PaymentFailure('card_cvc')
  const needsStep = known.outcome === 'second_step' && !input.isConfirmed
  const card = {
    id: newId('card'),
    brand: known.brand,
    last4: known.number.slice(-4),
    expMonth: input.expMonth,
    expYear: input.expYear,
    isChargeable: known.outcome !== 'charge_fails',
  }
  await transaction.update({ ...setup, status: needsStep ? 'needs_step' : 'succeeded', card })
  return needsStep ? 'requires_action' : 'succeeded'
}

/** Attaches the card, and makes it the default if there is none. Repeating the call has no effect. */
export async function finishSetup(account: Account, setupId: string): Promise<string> {
  const { customer, transaction } = account
  const setup = await transaction.find('setup', customer.id, setupId)
  if (setup?.card && setup.status === 'finished') return setup.card.id
  const card = await attachCard(account, setupId)
  if (customer.defaultCardId === null) await setDefault(account, card.id)
  return card.id
}

/** Attaches the card of a filled form. @throws setup_unsuccessful */
export async function attachCard(account: Account, setupId: string): Promise<Card> {
  const { customer, transaction } = account
  const setup = await transaction.find('setup', customer.id, setupId)
  if (!setup?.card || setup.status !== 'succeeded') throw new PaymentFailure('setup_unsuccessful')
  await transaction.insert('card', customer.id, setup.card)
  await transaction.update({ ...setup, status: 'finished' })
  await emitEvent(account, 'payment_method.attached')
  return setup.card
}

/** @throws payment_method_missing */
export async function setDefaultCard(account: Account, cardId: string): Promise<void> {
  await requireCard(account, cardId)
  await setDefault(account, cardId)
}

/** @throws payment_method_missing, payment_method_needed */
export async function removeCard(account: Account, cardId: string): Promise<void> {
  const { customer, transaction } = account
  await requireCard(account, cardId)
  const next = (await transaction.list('card', customer.id)).find((card) => card.id !== cardId)
  const subscription = await currentSubscription(account)
  const willRenew = subscription && subscription.status !== 'trialing' && !subscription.cancelAtPeriodEnd
  if (!next && willRenew) throw new PaymentFailure('payment_method_needed')
  const wasDefault = customer.defaultCardId === cardId
  await detachCard(account, cardId)
  if (wasDefault && next) await setDefault(account, next.id)
}

/** Removes the card unconditionally. If it was the default card, the customer then has none. */
export async function detachCard(account: Account, cardId: string): Promise<void> {
  await account.transaction.delete(cardId)
  await emitEvent(account, 'payment_method.detached')
  if (account.customer.defaultCardId === cardId) await setDefault(account, null)
}

async function setDefault(account: Account, cardId: string | null): Promise<void> {
  account.customer.defaultCardId = cardId
  await account.transaction.update(account.customer)
  await emitEvent(account, 'customer.updated')
}

async function requireCard({ customer, transaction }: Account, cardId: string): Promise<void> {
  if (!(await transaction.find('card', customer.id, cardId))) throw new PaymentFailure('payment_method_missing')
}
