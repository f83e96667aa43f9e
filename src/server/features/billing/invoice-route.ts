import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { RequestContext } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { isClientDisconnect } from '#server/http/client-disconnect.ts'
import { openAccount } from './account.ts'
import { askProvider } from './ask-provider.ts'

/**
 * Serves `GET /api/billing/invoices/{invoiceId}/file`: the PDF under its name, wherever the provider has it. Looking is audited;
 * not while viewing as somebody.
 * @throws invoice_missing, and what `openAccount` throws
 */
export async function sendInvoice(request: RequestContext, response: ServerResponse, invoiceId: string): Promise<void> {
  if (!/^[\w-]{1,255}$/.test(invoiceId)) fail('invoice_missing')
  const event = { action: 'billing.invoice_read', details: { invoiceId } }
  const { customerId } = await openAccount({ ...request, whileViewing: false }, event)
  const { pdf } = await askProvider(request, () => request.payments.invoiceFile({ customerId, invoiceId }))
  response.writeHead(200, {
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="invoice-${invoiceId}.pdf"`,
  })
  try {
    await pipeline(pdf, response)
  } catch (error) {
    if (!isClientDisconnect(error)) throw error
  }
}
