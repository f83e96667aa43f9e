import type { PaymentMethod, TestCard } from '#shared/contract/billing.ts'
import { findTestCard } from '#shared/rules/test-cards.ts'
import { PaymentFailure } from '../port.ts'
import { type Account, currentSubscription, hasExpired, tell } from './account.ts'
import type { Setup } from './objects.ts'
import { newId } from './store.ts'

/** The default one first, then the newest. */
export async function listCards({ customer, rows }: Account): Promise<PaymentMethod[]> {
  const cards = (await rows.list('card', customer.id)).map(({ id, brand, last4, expMonth, expYear }) => ({
    id,
    type: 'card' as const,
    isDefault: id === customer.defaultCardId,
    card: { brand, last4, expMonth, expYear },
  }))
  return cards.toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault))
}

export async function beginSetup({ customer, rows }: Account): Promise<{ id: string; clientSecret: string }> {
  const setup: Setup = { id: newId('setup'), status: 'empty', card: null }
  await rows.add('setup', customer.id, setup)
  return { id: setup.id, clientSecret: `${setup.id}_secret_${newId('setup').slice(-16)}` }
}

/** Takes one of the known numbers. @throws PaymentFailure for what the card is refused for, setup_unsuccessful */
export async function fillSetup(
  { customer, rows, now }: Account,
  setupId: string,
  filled: TestCard,
): Promise<'succeeded' | 'requires_action'> {
  const setup = await rows.find('setup', customer.id, setupId)
  if (!setup || setup.status === 'finished') throw new PaymentFailure('setup_unsuccessful')
  const known = findTestCard(filled.number)
  if (!known) throw new PaymentFailure('card_unknown')
  if (known.outcome === 'declined') throw new PaymentFailure('card_declined')
  if (known.outcome === 'expired' || hasExpired(filled, now)) throw new PaymentFailure('card_expired')
  const isRightLength = filled.cvc.length === (known.brand === 'amex' ? 4 : 3)
  if (known.outcome === 'wrong_cvc' || !isRightLength) throw new PaymentFailure('card_cvc')
  const isMissingStep = known.outcome === 'second_step' && !filled.isConfirmed
  const card = {
    id: newId('card'),
    brand: known.brand,
    last4: known.number.slice(-4),
    expMonth: filled.expMonth,
    expYear: filled.expYear,
    isChargeable: known.outcome !== 'charge_fails',
  }
  await rows.save({ ...setup, status: isMissingStep ? 'needs_step' : 'succeeded', card })
  return isMissingStep ? 'requires_action' : 'succeeded'
}

/** Keeps the card of a setup that succeeded; done twice it is kept once. */
export async function finishSetup(account: Account, setupId: string): Promise<string> {
  const { customer, rows } = account
  const setup = await rows.find('setup', customer.id, setupId)
  if (setup?.card && setup.status === 'finished') return setup.card.id
  if (!setup?.card || setup.status !== 'succeeded') throw new PaymentFailure('setup_unsuccessful')
  await rows.add('card', customer.id, setup.card)
  await rows.save({ ...setup, status: 'finished' })
  await tell(account, 'payment_method.attached')
  if (customer.defaultCardId === null) await makeDefault(account, setup.card.id)
  return setup.card.id
}

export async function setDefaultCard(account: Account, cardId: string): Promise<void> {
  await requireCard(account, cardId)
  await makeDefault(account, cardId)
}

export async function removeCard(account: Account, cardId: string): Promise<void> {
  const { customer, rows } = account
  await requireCard(account, cardId)
  const next = (await rows.list('card', customer.id)).find((card) => card.id !== cardId)
  const subscription = await currentSubscription(account)
  const isPaidWith = subscription && subscription.status !== 'trialing' && !subscription.cancelAtPeriodEnd
  if (!next && isPaidWith) throw new PaymentFailure('payment_method_needed')
  await rows.remove(cardId)
  await tell(account, 'payment_method.detached')
  if (customer.defaultCardId === cardId) await makeDefault(account, next?.id ?? null)
}

async function makeDefault(account: Account, cardId: string | null): Promise<void> {
  account.customer.defaultCardId = cardId
  await account.rows.save(account.customer)
  await tell(account, 'customer.updated')
}

async function requireCard({ customer, rows }: Account, cardId: string): Promise<void> {
  if (!(await rows.find('card', customer.id, cardId))) throw new PaymentFailure('payment_method_missing')
}
