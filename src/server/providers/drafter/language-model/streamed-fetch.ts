import { cappedFetch } from '#server/providers/capped-fetch.ts'
import { isTemporaryStatus } from '#server/providers/temporary-status.ts'

/** The address of a language model returned a web page, e.g. of a proxy or a login. */
export class WebPage extends Error {
  constructor() {
    super('a language model answered with a web page')
    this.name = 'WebPage'
  }
}

/** A successful response without content, as llama-cpp-python gives for a request beyond its context. */
export class EmptyResponse extends Error {
  constructor() {
    super('a language model answered nothing')
    this.name = 'EmptyResponse'
  }
}

/**
 * `fetch` for a streamed model answer. Endpoints that cannot stream return one JSON document. `toEvent` turns it into
 * the only event of a stream.
 * @throws WebPage for a page, except that of a temporary error; EmptyResponse; ResponseTooLarge
 */
export function streamedFetch(toEvent: (document: string) => string): typeof fetch {
  const capped = cappedFetch()
  return async (input, init) => {
    const response = await capped(input, init)
    const { status, statusText } = response
    // A proxy may answer a temporary error with a page.
    if (isTemporaryStatus(status) || !response.body) return response
    const reader = response.body.getReader()
    const { start, read } = await beginningOf(reader)
    if (start.startsWith('<')) {
      await reader.cancel()
      throw new WebPage()
    }
    if (response.ok && start === '') throw new EmptyResponse()
    if (!response.ok || !start.startsWith('{'))
      return new Response(rest(read, reader), { status, statusText, headers: response.headers })
    const event = toEvent(await new Response(rest(read, reader)).text())
    return new Response(`data: ${event}\n\ndata: [DONE]\n\n`, { headers: { 'content-type': 'text/event-stream' } })
  }
}

type Reader = ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>

/** Reads up to the first part that is not only white space. `start` is the text of that part; empty if there is none. */
async function beginningOf(reader: Reader): Promise<{ start: string; read: Uint8Array<ArrayBuffer>[] }> {
  const read: Uint8Array<ArrayBuffer>[] = []
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return { start: '', read }
    read.push(value)
    const start = new TextDecoder().decode(value).trimStart()
    if (start !== '') return { start, read }
  }
}

function rest(read: readonly Uint8Array<ArrayBuffer>[], reader: Reader): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start(controller) {
      for (const part of read) controller.enqueue(part)
    },
    async pull(controller) {
      const { done, value } = await reader.read()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
}
