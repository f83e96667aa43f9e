import type { Customer, InvoiceLine, StoredInvoice, StoredSubscription } from './objects.ts'
import { newId, type Rows } from './store.ts'

/** One customer inside a transaction that holds them, at one moment. */
export interface Account {
  customer: Customer
  rows: Rows
  now: Date
}

/** Notes that something of the customer has changed; it is delivered later. */
export async function tell({ customer, rows, now }: Account, type: string): Promise<void> {
  await rows.add('event', customer.id, { id: newId('event'), type, created: now.toISOString() })
}

/** The subscription that counts. */
export async function currentSubscription({ customer, rows }: Account): Promise<StoredSubscription | undefined> {
  const [newest] = await rows.list('subscription', customer.id, { limit: 1 })
  return newest?.status === 'canceled' ? undefined : newest
}

/** Why a charge does not go through with the card that is the default one now; null when it does. */
export async function refusal({
  customer,
  rows,
  now,
}: Account): Promise<'billing_no_card' | 'card_declined' | 'card_expired' | null> {
  const card =
    customer.defaultCardId === null ? undefined : await rows.find('card', customer.id, customer.defaultCardId)
  if (!card) return 'billing_no_card'
  if (hasExpired(card, now)) return 'card_expired'
  return card.isChargeable ? null : 'card_declined'
}

/** A card is good until the end of the month that stands on it. */
export function hasExpired(card: { expMonth: number; expYear: number }, now: Date): boolean {
  return now.getTime() >= Date.UTC(card.expYear, card.expMonth, 1)
}

/**
 * Writes an invoice of what the lines come to, less the customer's credit, and pays it with the default card. What is
 * less than 0 becomes credit.
 */
export async function bill(
  account: Account,
  wish: { description: string; currency: string; lines: InvoiceLine[] },
): Promise<{ invoice: StoredInvoice; refused: Awaited<ReturnType<typeof refusal>> }> {
  const { customer, rows, now } = account
  const sum = wish.lines.reduce((total, line) => total + line.amount, 0)
  const used = Math.min(customer.credit, Math.max(0, sum))
  const kept = Math.max(0, -sum)
  const lines = [...wish.lines]
  if (used > 0) lines.push({ description: 'Credit used', amount: -used })
  if (kept > 0) lines.push({ description: 'Credit kept for the next invoices', amount: kept })
  const amount = sum - used + kept
  const refused = amount === 0 ? null : await refusal(account)
  customer.credit += kept - used
  customer.invoiceCount += 1
  const invoice: StoredInvoice = {
    id: newId('invoice'),
    number: `TEST-${customer.id.slice(-6).toUpperCase()}-${String(customer.invoiceCount).padStart(4, '0')}`,
    date: now.toISOString(),
    description: wish.description,
    lines,
    amount,
    currency: wish.currency,
    status: refused === null ? 'paid' : 'failed',
    customer: { name: customer.name, email: customer.email },
    paidWith: refused === null && amount > 0 ? await defaultCardOf(account) : null,
  }
  await rows.add('invoice', customer.id, invoice)
  await rows.save(customer)
  await tell(account, refused === null ? 'invoice.paid' : 'invoice.payment_failed')
  return { invoice, refused }
}

/** Tries once more to have an invoice paid. */
export async function collect(account: Account, invoiceId: string): Promise<Awaited<ReturnType<typeof refusal>>> {
  const { customer, rows } = account
  const invoice = await rows.find('invoice', customer.id, invoiceId)
  if (!invoice) throw new Error('An unpaid invoice is gone')
  const refused = await refusal(account)
  if (refused === null) await rows.save({ ...invoice, status: 'paid', paidWith: await defaultCardOf(account) })
  await tell(account, refused === null ? 'invoice.paid' : 'invoice.payment_failed')
  return refused
}

async function defaultCardOf({ customer, rows }: Account): Promise<StoredInvoice['paidWith']> {
  const card = await rows.find('card', customer.id, customer.defaultCardId ?? '')
  return card ? { brand: card.brand, last4: card.last4 } : null
}
