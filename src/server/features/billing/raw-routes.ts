import { acceptsHtml, sendFailurePage } from '#server/http/failure-page.ts'
import { toFailure } from '#server/http/failures.ts'
import type { RawRoute } from '#server/http/server.ts'
import { noteRoute } from '#server/monitoring/request-trace.ts'
import { sendInvoice } from './invoice-route.ts'
import { receiveWebhook } from './webhook-route.ts'

const getInvoice: RawRoute = async (request, response, context, path) => {
  const [, invoiceId] = /^\/api\/billing\/invoices\/([^/]+)\/file$/.exec(path) ?? []
  if (request.method !== 'GET' || invoiceId === undefined) return false
  noteRoute('/api/billing/invoices/{invoiceId}/file')
  await sendInvoice(context, response, invoiceId).catch((error: unknown) => {
    if (response.headersSent || !acceptsHtml(request)) throw error
    const { code, status, message } = toFailure(error, context.log)
    const sentence = code === 'invoice_missing' ? message : `Download error: ${message}`
    sendFailurePage(response, { status, sentence, back: { address: '/billing', name: 'Plans & Billing' } })
  })
  return true
}

const postEvent: RawRoute = async (request, response, context, path) => {
  if (request.method !== 'POST' || path !== '/api/webhooks/payments') return false
  noteRoute('/api/webhooks/payments')
  await receiveWebhook(context, request, response)
  return true
}

/** Routes of invoice downloads and of the payment provider's webhook. */
export const billingRawRoutes: readonly RawRoute[] = [getInvoice, postEvent]
