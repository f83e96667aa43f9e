import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

/** A request as received: everything that an outsider would see. */
export interface Arrived {
  path: string
  headers: IncomingHttpHeaders
  /** JSON lines: envelope header, item header, item. */
  body: string
}

/** A test server in place of the error reporting service. */
export interface IngestTestServer extends AsyncDisposable {
  dsn: string
  arrived: Arrived[]
  /** Resolves when this many have arrived. */
  has(count: number): Promise<void>
  /** Accepts requests and never responds. */
  hang(): void
}

export async function startIngestTestServer(): Promise<IngestTestServer> {
  const arrived: Arrived[] = []
  const events = new EventEmitter()
  let hangs = false
  const server = createServer((request, response) => {
    take(request, response).catch(() => response.destroy())
  })

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Browsers send from another origin.
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
