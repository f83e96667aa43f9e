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

/** Bytes of an invoice's file at most: one has a few hundred thousand. */
const maxSize = 10_000_000
const maxRedirects = 5

interface FileWish {
  customerId: string
  invoiceId: string
  timeoutMs?: number | undefined
  /** Of a stand-in, which has no certificate: else the file comes by https only. */
  isLocal: boolean
}

/** The PDF, from where Stripe keeps it. @throws invoice_missing */
export async function readInvoiceFile(
  client: Stripe,
  { customerId, invoiceId, timeoutMs = 15_000, isLocal }: FileWish,
): Promise<Buffer> {
  const { invoice_pdf: address } = await own(client, customerId, invoiceId)
  if (!address) throw new PaymentFailure('invoice_missing')
  try {
    return await download(new URL(address), AbortSignal.timeout(timeoutMs), isLocal)
  } catch (cause) {
    throw cause instanceof PaymentFailure ? cause : new PaymentFailure('payments_unreachable', { cause })
  }
}

async function download(address: URL, signal: AbortSignal, isLocal: boolean, redirects = 0): Promise<Buffer> {
  if (address.protocol !== 'https:' && !isLocal) throw noFile('is not at an address of https')
  const answer = await fetch(address, { signal, redirect: 'manual' })
  const { status, headers, body } = answer
  const next = headers.get('location')
  const isPdf = answer.ok && headers.get('content-type')?.startsWith('application/pdf') === true
  if (isPdf && body) return await readWithin(body)
  await body?.cancel()
  if (status >= 500) throw new Error(`the file of an invoice was answered with ${status}`)
  if (status < 300 || status >= 400 || next === null) throw noFile(`was answered with ${status}`)
  if (redirects === maxRedirects) throw noFile('is always somewhere else')
  return await download(new URL(next, address), signal, isLocal, redirects + 1)
}

async function readWithin(body: ReadableStream<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body) {
    size += part.byteLength
    // Leaving the loop ends the download.
    if (size > maxSize) throw noFile('is too large')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function noFile(why: string): PaymentFailure {
  return new PaymentFailure('invoice_missing', { cause: new Error(`the file of an invoice ${why}`) })
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
