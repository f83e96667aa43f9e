import type { IncomingMessage, Server, ServerOptions } from 'node:http'
import { declaredBytes } from './read-body.ts'

/**
 * Headers must arrive within ten seconds, a whole request within five minutes; checked every second. Idle connections
 * stay open longer than a proxy keeps them (60 s in nginx and load balancers), because the proxy would otherwise send
 * requests into closing connections.
 */
export const requestTimes = {
  keepAliveTimeout: 65_000,
  headersTimeout: 10_000,
  requestTimeout: 300_000,
  connectionsCheckingInterval: 1000,
} as const satisfies ServerOptions

export interface BodyRate {
  /** Milliseconds without a minimum rate. */
  graceMs: number
  bytesPerSecond: number
}

/** A quarter of the rate of recorded audio. */
const usualRate: BodyRate = { graceMs: 10_000, bytesPerSecond: 1024 }

interface Transfer {
  request: IncomingMessage
  since: number
  bytesBefore: number
}

/** Closes connections whose bodies arrive too slowly. Returns a function to call with every request. */
export function abortSlowBodies(
  server: Server,
  { graceMs, bytesPerSecond } = usualRate,
): (request: IncomingMessage) => void {
  const transfers = new Set<Transfer>()
  const check = () => {
    for (const { request, since, bytesBefore } of transfers) {
      const lateMs = Date.now() - since - graceMs
      if (lateMs > 0 && request.socket.bytesRead - bytesBefore < (lateMs / 1000) * bytesPerSecond)
        request.socket.destroy()
    }
  }
  const timer = setInterval(check, Math.min(1000, graceMs)).unref()
  server.once('close', () => clearInterval(timer))
  return (request) => {
    if (declaredBytes(request) === 0) return
    const transfer = { request, since: Date.now(), bytesBefore: request.socket.bytesRead }
    transfers.add(transfer)
    const end = () => transfers.delete(transfer)
    request.once('end', end)
    request.once('close', end)
  }
}
