/** Hours of words in any endpoint's format. */
const maxResponseBytes = 16 * 1024 * 1024

/** An endpoint answered with more than could be a transcript, a note or insights. */
export class ResponseTooLarge extends Error {
  constructor() {
    super('an endpoint answered with too much')
    this.name = 'ResponseTooLarge'
  }
}

/** `fetch` that rejects with ResponseTooLarge once a response exceeds the limit, whatever its Content-Length says. */
export function cappedFetch(maxBytes = maxResponseBytes): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    const { body, status, statusText, headers } = response
    if (!body) return response
    let bytes = 0
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform(part, controller) {
        bytes += part.byteLength
        if (bytes > maxBytes) controller.error(new ResponseTooLarge())
        else controller.enqueue(part)
      },
    })
    return new Response(body.pipeThrough(counted), { status, statusText, headers })
  }
}
