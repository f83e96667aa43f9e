import type Stripe from 'stripe'
import type { Invoice } from '#shared/contract/billing.ts'
import { PaymentFailure } from '../port.ts'
import { callStripe } from './call-stripe.ts'
import { idOf } from './catalog.ts'
import { toIso } from './subscriptions.ts'

/** Newest first. @throws invoice_missing when `startingAfter` is not the customer's */
export async function listInvoices(
  client: Stripe,
  { customerId, limit, startingAfter }: { customerId: string; limit: number; startingAfter?: string | undefined },
): Promise<{ items: Invoice[]; hasMore: boolean }> {
  const after =
    startingAfter === undefined ? {} : { starting_after: (await requireInvoice(client, customerId, startingAfter)).id }
  const page = await callStripe(client.invoices.list({ customer: customerId, limit, ...after }))
  return { items: page.data.map(toInvoice), hasMore: page.has_more }
}

/** Maximum size of a file in bytes. Usual files have a few hundred thousand. */
const maxSize = 10_000_000
const maxRedirects = 5

interface FileInput {
  customerId: string
  invoiceId: string
  timeoutMs?: number | undefined
  /** Allows plain http, for tests. Otherwise https is required. */
  isLocal: boolean
}

/** Downloads the PDF from Stripe. @throws invoice_missing, payments_unreachable */
export async function readInvoiceFile(
  client: Stripe,
  { customerId, invoiceId, timeoutMs = 15_000, isLocal }: FileInput,
): Promise<Buffer> {
  const { invoice_pdf: address } = await requireInvoice(client, customerId, invoiceId)
  if (!address) throw new PaymentFailure('invoice_missing')
  try {
    return await download(new URL(address), AbortSignal.timeout(timeoutMs), isLocal)
  } catch (cause) {
    throw cause instanceof PaymentFailure ? cause : new PaymentFailure('payments_unreachable', { cause })
  }
}

async function download(address: URL, signal: AbortSignal, isLocal: boolean, redirects = 0): Promise<Buffer> {
  if (address.protocol !== 'https:' && !isLocal) throw noFile('has no https address')
  const response = await fetch(address, { signal, redirect: 'manual' })
  const { status, headers, body } = response
  const next = headers.get('location')
  const isPdf = response.ok && headers.get('content-type')?.startsWith('application/pdf') === true
  if (isPdf && body) return await readWithin(body)
  await body?.cancel()
  if (status >= 500) throw new Error(`the invoice file returned status ${status}`)
  if (status < 300 || status >= 400 || next === null) throw noFile(`returned status ${status}`)
  if (redirects === maxRedirects) throw noFile('redirects too often')
  return await download(new URL(next, address), signal, isLocal, redirects + 1)
}

async function readWithin(body: ReadableStream<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body) {
    size += part.byteLength
    // Throwing out of the loop cancels the download.
    if (size > maxSize) throw noFile('is too large')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function noFile(why: string): PaymentFailure {
  return new PaymentFailure('invoice_missing', { cause: new Error(`the invoice file ${why}`) })
}

async function requireInvoice(client: Stripe, customerId: string, invoiceId: string): Promise<Stripe.Invoice> {
  const invoice = await callStripe(client.invoices.retrieve(invoiceId), 'invoice_missing')
  if (idOf(invoice.customer) !== customerId) throw new PaymentFailure('invoice_missing')
  return invoice
}

function toInvoice(invoice: Stripe.Invoice): Invoice {
  return {
    id: invoice.id,
    date: toIso(invoice.created),
    description: invoice.description ?? 'Subscription Payment',
    // The total would be wrong: credit pays a part of it, and a negative total becomes credit.
    amount: invoice.status === 'paid' ? invoice.amount_paid : invoice.amount_due,
    currency: invoice.currency,
    status: statusOf(invoice),
    number: invoice.number ?? '',
    hasFile: Boolean(invoice.invoice_pdf),
  }
}

/** An open invoice is pending until its first charge attempt fails. */
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
