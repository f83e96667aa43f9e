import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestContext } from '#server/context.ts'
import { readBody } from '#server/http/read-body.ts'
import { receiveEvent } from './receive-event.ts'

/** An event holds one object of the provider, a few kilobytes. */
const largestBytes = 256 * 1024

/**
 * Serves `POST /api/webhooks/payments`, which the payment provider calls: nobody is signed in, the signature is what counts. 200 once the
 * event is kept, also when it was before; 400 for a signature that is not the provider's.
 */
export async function receiveWebhook(
  context: RequestContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { 'stripe-signature': signature } = request.headers
  const body = await readBody(request, Buffer.alloc(largestBytes))
  const isGenuine = typeof signature === 'string' && (await receiveEvent(context, { body, signature }))
  response.writeHead(isGenuine ? 200 : 400, { 'content-type': 'application/json' }).end('{}')
}
