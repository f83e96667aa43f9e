/** Hours of words in any endpoint's format. */
const largestAnswer = 16 * 1024 * 1024

/** An endpoint answered with more than could be a transcript, a note or insights. */
export class AnswerTooLarge extends Error {
  constructor() {
    super('an endpoint answered with too much')
    this.name = 'AnswerTooLarge'
  }
}

/** `fetch` that rejects with AnswerTooLarge once a response exceeds the limit, whatever its Content-Length says. */
export function cappedFetch(mostBytes = largestAnswer): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    const { body, status, statusText, headers } = response
    if (!body) return response
    let bytes = 0
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform(part, controller) {
        bytes += part.byteLength
        if (bytes > mostBytes) controller.error(new AnswerTooLarge())
        else controller.enqueue(part)
      },
    })
    return new Response(body.pipeThrough(counted), { status, statusText, headers })
  }
}
