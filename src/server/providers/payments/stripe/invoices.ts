import type Stripe from 'stripe'
import type { Invoice } from '#shared/contract/billing.ts'
import { PaymentFailure } from '../port.ts'
import { ask } from './ask.ts'
import { idOf } from './catalog.ts'
import { momentOf } from './subscriptions.ts'

/** Newest first. @throws invoice_missing when the one to start after is not the customer's */
export async function listInvoices(
  client: Stripe,
  { customerId, limit, startingAfter }: { customerId: string; limit: number; startingAfter?: string | undefined },
): Promise<{ items: Invoice[]; hasMore: boolean }> {
  const after = startingAfter === undefined ? {} : { starting_after: (await own(client, customerId, startingAfter)).id }
  const page = await ask(client.invoices.list({ customer: customerId, limit, ...after }))
  return { items: page.data.map(described), hasMore: page.has_more }
}

/** The PDF, from where Stripe keeps it. @throws invoice_missing */
export async function readInvoiceFile(
  client: Stripe,
  customerId: string,
  invoiceId: string,
  timeoutMs = 15_000,
): Promise<Buffer> {
  const { invoice_pdf: address } = await own(client, customerId, invoiceId)
  if (!address) throw new PaymentFailure('invoice_missing')
  const { status, body } = await download(address, timeoutMs).catch((cause: unknown) => {
    throw new PaymentFailure('payments_unreachable', { cause })
  })
  if (body) return body
  const cause = new Error(`the file of an invoice was answered with ${status}`)
  throw new PaymentFailure(status >= 500 ? 'payments_unreachable' : 'invoice_missing', { cause })
}

async function download(address: string, timeoutMs: number): Promise<{ status: number; body: Buffer | null }> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) })
  const isPdf = answer.ok && answer.headers.get('content-type')?.startsWith('application/pdf') === true
  return { status: answer.status, body: isPdf ? Buffer.from(await answer.arrayBuffer()) : null }
}

async function own(client: Stripe, customerId: string, invoiceId: string): Promise<Stripe.Invoice> {
  const invoice = await ask(client.invoices.retrieve(invoiceId), 'invoice_missing')
  if (idOf(invoice.customer) !== customerId) throw new PaymentFailure('invoice_missing')
  return invoice
}

function described(invoice: Stripe.Invoice): Invoice {
  return {
    id: invoice.id,
    date: momentOf(invoice.created),
    description: invoice.description ?? 'Subscription Payment',
    // Credit pays for a part of the total, and what is less than nothing becomes credit.
    amount: invoice.status === 'paid' ? invoice.amount_paid : invoice.amount_due,
    currency: invoice.currency,
    status: statusOf(invoice),
    number: invoice.number ?? '',
    hasFile: Boolean(invoice.invoice_pdf),
  }
}

/** An open invoice was not paid yet, or could not be when it was tried. */
function statusOf({ status, attempt_count: tries }: Stripe.Invoice): Invoice['status'] {
  switch (status) {
    case 'paid':
      return 'paid'
    case 'draft':
      return 'pending'
    case 'open':
      return tries > 0 ? 'failed' : 'pending'
    case 'uncollectible':
      return 'failed'
    default:
      return 'other'
  }
}
