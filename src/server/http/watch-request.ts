import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { Metrics } from '#server/monitoring/metrics.ts'
import type { RequestTrace } from '#server/monitoring/request-trace.ts'

/** Paths without a pattern share two names, so that requests for invented paths add no names. */
const nameOf = (status: number) => (status < 400 ? 'file' : 'unmatched')

/** The status of a request whose sender disconnected before the response, as proxies log it. */
const disconnected = 499

interface Watchers {
  /** Receives one line per request; undefined if requests are not logged. */
  log: Pick<Logger, 'info'> | undefined
  metrics: Metrics | undefined
}

/**
 * Logs and counts a request, and ends its span, when its response has ended: method, path pattern, status, milliseconds, bytes on the wire
 * and request id. Never the path itself, which may contain ids, or anything else that the sender wrote.
 */
export function watchRequest(
  request: IncomingMessage,
  response: ServerResponse,
  trace: RequestTrace,
  { log, metrics }: Watchers,
): void {
  if (!log && !metrics && !trace.span) return
  const { socket } = request
  const start = performance.now()
  const bytesBefore = socket.bytesWritten
  response.once('close', () => {
    // Leaves the span open, because only ended spans are sent.
    if (trace.route === ignoredRoute) return
    const milliseconds = performance.now() - start
    const method = request.method ?? ''
    const status = response.headersSent ? response.statusCode : disconnected
    const route = trace.route ?? nameOf(status)
    const isStream = String(response.getHeader('content-type') ?? '').startsWith('text/event-stream')
    metrics?.countRequest({ method, route, status, seconds: isStream ? null : milliseconds / 1000 })
    trace.span?.end({
      name: `${method} ${route}`,
      hasFailed: status >= 500,
      facts: {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
        ...(trace.id !== undefined && { 'attend.request_id': trace.id }),
      },
    })
    log?.info(
      {
        requestId: trace.id,
        method,
        route,
        status,
        ms: Math.round(milliseconds * 10) / 10,
        bytes: socket.bytesWritten - bytesBefore,
        ...(!response.writableFinished && { aborted: true }),
      },
      'request',
    )
  })
}

/** The route of probes and scrapes, which are neither logged nor counted. */
export const ignoredRoute = 'ignored'
