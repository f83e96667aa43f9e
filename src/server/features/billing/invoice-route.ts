import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { RequestContext } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { isClientDisconnect } from '#server/http/client-disconnect.ts'
import { openAccount } from './account.ts'
import { callProvider } from './call-provider.ts'

/**
 * Serves `GET /api/billing/invoices/{invoiceId}/file`: streams the provider's PDF as a download. Downloads are audited,
 * and rejected while viewing as another user.
 * @throws invoice_missing, and what `openAccount` throws
 */
export async function sendInvoice(request: RequestContext, response: ServerResponse, invoiceId: string): Promise<void> {
  if (!/^[\w-]{1,255}$/.test(invoiceId)) fail('invoice_missing')
  const event = { action: 'billing.invoice_read', details: { invoiceId } }
  const { organizationId, customerId } = await openAccount({ ...request, whileViewing: false }, event)
  const { pdf } = await callProvider(request, organizationId, () =>
    request.payments.invoiceFile({ customerId, invoiceId }),
  )
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
