import type { Plan } from '#shared/contract/billing.ts'
import { PaymentFailure } from '../port.ts'
import type { Customer, InvoiceLine, StoredInvoice, StoredSubscription } from './objects.ts'
import { newId, type Transaction } from './store.ts'

/** A customer that this transaction has locked, at one point in time. */
export interface Account {
  customer: Customer
  transaction: Transaction
  now: Date
  plans: readonly Plan[]
}

/** Queues an event for delivery. */
export async function emitEvent({ customer, transaction, now }: Account, type: string): Promise<void> {
  await transaction.insert('event', customer.id, { id: newId('event'), type, created: now.toISOString() })
}

/** @throws PaymentFailure plan_missing */
export function planOf({ plans }: Pick<Account, 'plans'>, priceId: string): Plan {
  const plan = plans.find((one) => one.priceId === priceId)
  if (!plan) throw new PaymentFailure('plan_missing')
  return plan
}

/** The newest subscription that is not canceled. */
export async function currentSubscription({ customer, transaction }: Account): Promise<StoredSubscription | undefined> {
  const [newest] = await transaction.list('subscription', customer.id, { limit: 1 })
  return newest?.status === 'canceled' ? undefined : newest
}

type ChargeFailure = 'billing_no_card' | 'card_declined' | 'card_expired'

/** Why charging the default card fails. Null when it succeeds. */
export async function chargeFailure(account: Account): Promise<ChargeFailure | null> {
  const card = await findDefaultCard(account)
  if (!card) return 'billing_no_card'
  if (hasExpired(card, account.now)) return 'card_expired'
  return card.isChargeable ? null : 'card_declined'
}

/** A card is valid until the end of the month printed on it. */
export function hasExpired(card: { expMonth: number; expYear: number }, now: Date): boolean {
  return now.getTime() >= Date.UTC(card.expYear, card.expMonth, 1)
}

/** The amount due for a sum after the customer's credit, and the remaining credit. */
export function applyCredit(credit: number, sum: number): { due: number; credit: number } {
  return { due: Math.max(0, sum - credit), credit: Math.max(0, credit - sum) }
}

/** Issues an invoice over the lines, less the customer's credit, and charges the default card. A negative sum becomes credit. */
export async function issueInvoice(
  account: Account,
  input: { description: string; currency: string; lines: InvoiceLine[] },
): Promise<{ invoice: StoredInvoice; failure: ChargeFailure | null }> {
  const { customer, transaction, now } = account
  const sum = input.lines.reduce((total, line) => total + line.amount, 0)
  const { due: amount, credit } = applyCredit(customer.credit, sum)
  const lines = [...input.lines]
  if (amount < sum) lines.push({ description: 'Credit used', amount: amount - sum })
  const isCredit = sum < 0
  if (amount > sum)
    lines.push({ description: isCredit ? 'Credit kept for the next invoices' : 'Amount owed', amount: amount - sum })
  const failure = amount === 0 ? null : await chargeFailure(account)
  customer.credit = credit
  customer.invoiceCount += 1
  const invoice: StoredInvoice = {
    id: newId('invoice'),
    number: `TEST-${customer.id.slice(-6).toUpperCase()}-${String(customer.invoiceCount).padStart(4, '0')}`,
    date: now.toISOString(),
    description: input.description,
    lines,
    amount,
    currency: input.currency,
    status: failure === null ? 'paid' : 'failed',
    customer: { name: customer.name, email: customer.email },
    paidWith: failure === null && amount > 0 ? await defaultCardOf(account) : null,
  }
  await transaction.insert('invoice', customer.id, invoice)
  await transaction.update(customer)
  await emitEvent(account, failure === null ? 'invoice.paid' : 'invoice.payment_failed')
  return { invoice, failure }
}

/** Charges an open invoice once more. Returns the reason of a failure, or null. */
export async function retryInvoice(account: Account, invoiceId: string): Promise<ChargeFailure | null> {
  const { customer, transaction } = account
  const invoice = await transaction.find('invoice', customer.id, invoiceId)
  if (!invoice) throw new Error('The open invoice is missing')
  const failure = await chargeFailure(account)
  if (failure === null) await transaction.update({ ...invoice, status: 'paid', paidWith: await defaultCardOf(account) })
  await emitEvent(account, failure === null ? 'invoice.paid' : 'invoice.payment_failed')
  return failure
}

function findDefaultCard({ customer, transaction }: Account) {
  return transaction.find('card', customer.id, customer.defaultCardId ?? '')
}

async function defaultCardOf(account: Account): Promise<StoredInvoice['paidWith']> {
  const card = await findDefaultCard(account)
  return card ? { brand: card.brand, last4: card.last4 } : null
}
