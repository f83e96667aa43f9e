import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { createTransport, type Event, type StackFrame } from '@sentry/core'
import { ServerRuntimeClient } from '@sentry/core/server'
import { errorFacts } from '#shared/rules/error-facts.ts'
import type { ErrorReports } from './port.ts'

export interface SentryConfig {
  dsn: string
  /** The share of timed requests that is sent, 0 to 1. */
  sampleRate?: number
  random?: () => number
}

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const requestTimeoutMs = 5000
const closeTimeoutMs = 2000

/**
 * Reports to Sentry. Events are built from an allow-list, so nothing has to be scrubbed: the client runs without
 * integrations, breadcrumbs, request data or host name.
 */
export function createSentryReports({ dsn, sampleRate = 0.1, random = Math.random }: SentryConfig): ErrorReports {
  const client = new ServerRuntimeClient({
    dsn,
    integrations: [],
    stackParser: () => [],
    transport: (options) => createTransport({ ...options, bufferSize: 20 }, ({ body }) => send(options.url, body)),
    platform: 'node',
    runtime: { name: 'node', version: process.version },
    traceLifecycle: 'static',
    dataCollection: { userInfo: false, cookies: false, httpHeaders: false, httpBodies: [], urlQueryParams: false },
    maxBreadcrumbs: 0,
    attachStacktrace: false,
    includeServerName: false,
    sendClientReports: false,
  })
  client.init()

  return {
    isOn: true,
    report(error, what, number) {
      client.captureEvent(eventOf(error, what, number))
    },
    timed(endpoint, began, milliseconds, isFailed) {
      if (random() >= sampleRate) return
      const begin = began.getTime() / 1000
      client.captureEvent({
        type: 'transaction',
        transaction: endpoint,
        transaction_info: { source: 'route' },
        start_timestamp: begin,
        timestamp: begin + milliseconds / 1000,
        contexts: {
          trace: {
            trace_id: randomBytes(16).toString('hex'),
            span_id: randomBytes(8).toString('hex'),
            op: 'http.server',
            status: isFailed ? 'internal_error' : 'ok',
          },
        },
        spans: [],
      })
    },
    async close() {
      await client.close(closeTimeoutMs)
    },
  }
}

function eventOf(error: unknown, what: string, number: string | undefined): Event {
  const facts = errorFacts(error, ownFile)
  const values = facts.map(({ type, code, places }) => ({
    type,
    value: code === null ? what : `${what} (${code})`,
    stacktrace: { frames: places.map(frameOf).toReversed() },
  }))
  // Sentry lists the outermost error last.
  return { level: 'error', exception: { values: values.toReversed() }, ...(number && { tags: { number } }) }
}

function frameOf({ name, file, line, column }: ReturnType<typeof errorFacts>[number]['places'][number]): StackFrame {
  return {
    filename: file,
    ...(name !== null && { function: name }),
    lineno: line,
    colno: column,
    in_app: file.startsWith('src/'),
  }
}

/** The path in the project for one of our files, the name for a file of Node, null for others. */
function ownFile(file: string): string | null {
  const path = file.startsWith('file://') ? fileURLToPath(file) : file
  if (path.startsWith('node:')) return path
  return path.startsWith(root) ? path.slice(root.length).replaceAll('\\', '/') : null
}

async function send(url: string, body: string | Uint8Array) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-sentry-envelope' },
    body: new Blob([typeof body === 'string' ? body : new Uint8Array(body)]),
    redirect: 'error',
    signal: AbortSignal.timeout(requestTimeoutMs),
  })
  await response.body?.cancel()
  return {
    statusCode: response.status,
    headers: {
      'x-sentry-rate-limits': response.headers.get('x-sentry-rate-limits'),
      'retry-after': response.headers.get('retry-after'),
    },
  }
}
