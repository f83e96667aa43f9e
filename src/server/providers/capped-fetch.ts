/** Enough for hours of speech in any endpoint's format. */
const maxResponseBytes = 16 * 1024 * 1024

/** The response is larger than any transcript, note or insights. */
export class ResponseTooLarge extends Error {
  constructor() {
    super('an endpoint sent too large a response')
    this.name = 'ResponseTooLarge'
  }
}

/** `fetch` that rejects with ResponseTooLarge when the body exceeds the limit, regardless of its Content-Length. */
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
