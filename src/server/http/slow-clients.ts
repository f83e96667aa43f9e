import type { IncomingMessage, Server, ServerOptions } from 'node:http'
import { announcedBytes } from './read-body.ts'

/**
 * Headers are there within ten seconds, a whole request within five minutes; looked at every second. An idle connection is kept
 * longer than proxies keep theirs (60 s in nginx and in load balancers): else they send requests into connections that close.
 */
export const requestTimes = {
  keepAliveTimeout: 65_000,
  headersTimeout: 10_000,
  requestTimeout: 300_000,
  connectionsCheckingInterval: 1000,
} as const satisfies ServerOptions

export interface BodyRate {
  /** For how long a body may come as slowly as it likes. */
  graceMs: number
  bytesPerSecond: number
}

/** A quarter of what a second of recorded sound needs. */
const usualRate: BodyRate = { graceMs: 10_000, bytesPerSecond: 1024 }

interface Reading {
  request: IncomingMessage
  since: number
  bytesBefore: number
}

/** Closes connections whose bodies come more slowly than this; answers what is to be told of every request. */
export function watchBodies(
  server: Server,
  { graceMs, bytesPerSecond } = usualRate,
): (request: IncomingMessage) => void {
  const readings = new Set<Reading>()
  const look = () => {
    for (const { request, since, bytesBefore } of readings) {
      const lateMs = Date.now() - since - graceMs
      if (lateMs > 0 && request.socket.bytesRead - bytesBefore < (lateMs / 1000) * bytesPerSecond)
        request.socket.destroy()
    }
  }
  const timer = setInterval(look, Math.min(1000, graceMs)).unref()
  server.once('close', () => clearInterval(timer))
  return (request) => {
    if (announcedBytes(request) === 0) return
    const reading = { request, since: Date.now(), bytesBefore: request.socket.bytesRead }
    readings.add(reading)
    const end = () => readings.delete(reading)
    request.once('end', end)
    request.once('close', end)
  }
}
