import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestContext } from '#server/context.ts'
import { readBody } from '#server/http/read-body.ts'
import { receiveEvent } from './receive-event.ts'

/** An event contains one object of the provider, a few kilobytes. */
const maxBytes = 256 * 1024

/**
 * Serves `POST /api/webhooks/payments`, which the payment provider calls. The signature authenticates the request,
 * without a sign-in. Returns 200 for new and repeated events, 400 for an invalid signature.
 */
export async function receiveWebhook(
  context: RequestContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { 'stripe-signature': signature } = request.headers
  const body = await readBody(request, Buffer.alloc(maxBytes))
  const isGenuine = typeof signature === 'string' && (await receiveEvent(context, { body, signature }))
  response.writeHead(isGenuine ? 200 : 400, { 'content-type': 'application/json' }).end('{}')
}
