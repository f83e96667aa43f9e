import { createServer, type RequestListener } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '#server/fail.ts'
import { errorCode, StartFailure } from '#server/start-failure.ts'
import { version } from '#server/version.ts'
import { capConnections, createAddressCap } from './address-cap.ts'
import { sendStatus } from './health.ts'
import { requestTimes, abortSlowBodies } from './slow-clients.ts'
import { acceptsHtml, sendFailurePage } from './failure-page.ts'

/** The port of this process. It is opened first, so that a second start fails before it changes anything. */
export interface Listener {
  port: number
  /** Sets the handler of requests. Earlier requests get 'Attend is starting'. */
  serve(handler: RequestListener): void
  /** Serves requests for this time, but is not ready, and closes each connection after its response: proxies send new requests elsewhere. */
  drain(milliseconds: number): Promise<void>
  /** Accepts no new requests and lets open ones finish for a few seconds. */
  close(): Promise<void>
}

const closeTimeoutMs = 3000

/** Names of the settings of the address, for messages. */
interface SettingNames {
  host: string
  port: string
}

/**
 * `maxConnections` limits the connections per address; undefined if all come from our proxy.
 * @throws StartFailure if the address cannot be opened
 */
export async function openListener(
  host: string,
  port: number,
  maxConnections?: number,
  names: SettingNames = { host: 'HOST', port: 'PORT' },
): Promise<Listener> {
  let handler: RequestListener = starting
  let isDraining = false
  const server = createServer(requestTimes, (request, response) => {
    watchBody(request)
    if (isDraining) {
      response.setHeader('connection', 'close')
      if (request.url?.split('?')[0] === '/api/health/ready')
        return sendStatus(response, 503, { status: 'stopping', version })
    }
    handler(request, response)
  })
  const watchBody = abortSlowBodies(server)
  if (maxConnections !== undefined) capConnections(server, createAddressCap(maxConnections))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  }).catch((error: unknown) => {
    throw new StartFailure(reasonOf(error, host, port, names))
  })
  const address = server.address()
  return {
    port: address && typeof address === 'object' ? address.port : port,
    serve(next) {
      handler = next
    },
    async drain(milliseconds) {
      isDraining = true
      await sleep(milliseconds)
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeIdleConnections()
      setTimeout(() => server.closeAllConnections(), closeTimeoutMs).unref()
      await closed
    },
  }
}

/** Reports live, so that the process is not killed while it waits for the database, but not ready. */
const starting: RequestListener = (request, response) => {
  const path = request.url?.split('?')[0]
  response.setHeader('x-content-type-options', 'nosniff')
  response.setHeader('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
  if (path === '/api/health' || path === '/api/health/live')
    return sendStatus(response, 200, { status: 'live', version })
  response.setHeader('retry-after', '2')
  if (path === '/api/health/ready') return sendStatus(response, 503, { status: 'starting', version })
  const { status, code, message } = new Failure('starting')
  if (!acceptsHtml(request)) return sendStatus(response, status, { code, status, message, defined: true })
  response.setHeader('refresh', '2')
  return sendFailurePage(response, { status, sentence: message, back: { address: '/', name: 'Attend' } })
}

function reasonOf(error: unknown, host: string, port: number, names: SettingNames): string {
  const code = errorCode(error)
  if (code === 'EADDRINUSE')
    return `Port ${port} is already in use: stop the program that uses it (perhaps another Attend), or set ${names.port} to another one.`
  if (code === 'EACCES') return `This user may not listen on port ${port}: set ${names.port} to one above 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `This machine has no address ${host} to listen on: set ${names.host} to one that it has, e.g. 127.0.0.1 or 0.0.0.0.`
  return `Attend cannot listen on ${host}, port ${port}: ${error instanceof Error ? error.message : String(error)}.`
}
