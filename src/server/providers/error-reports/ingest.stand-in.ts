import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

/** A request as it came in: everything that somebody outside would see. */
export interface Arrived {
  path: string
  headers: IncomingHttpHeaders
  /** Lines of JSON: head of the envelope, head of the item, the item. */
  body: string
}

/** Stands in for the place that takes error reports. */
export interface IngestStandIn extends AsyncDisposable {
  dsn: string
  arrived: Arrived[]
  /** Until so many have arrived. */
  has(count: number): Promise<void>
  /** Takes requests, and never answers any. */
  hang(): void
}

export async function startIngest(): Promise<IngestStandIn> {
  const arrived: Arrived[] = []
  const events = new EventEmitter()
  let hangs = false
  const server = createServer((request, response) => {
    take(request, response).catch(() => response.destroy())
  })

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Browsers ask from another origin.
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*')
    if (request.method !== 'OPTIONS') {
      arrived.push({ path: request.url ?? '', headers: request.headers, body: await text(request) })
      events.emit('arrived')
      if (hangs) return
    }
    response.end('{}')
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    dsn: `http://0123456789abcdef@127.0.0.1:${address.port}/7`,
    arrived,
    async has(count) {
      while (arrived.length < count) await once(events, 'arrived')
    },
    hang() {
      hangs = true
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
