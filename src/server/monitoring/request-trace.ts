import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { OpenSpan } from './tracing.ts'

/** The request that the current work belongs to; a job belongs to the request that enqueued it. */
export interface RequestTrace {
  /** Undefined in a job that no request enqueued. */
  readonly id: string | undefined
  /** The pattern of the request's path, e.g. `/api/clients/{clientId}`. Undefined until it is known. */
  route?: string
  /** The span of the request or job, if traces are sent to a collector. */
  readonly span?: OpenSpan | undefined
}

const traces = new AsyncLocalStorage<RequestTrace>()

/** Runs the work; its log lines and the jobs that it enqueues carry the id. */
export function withTrace<T>(trace: RequestTrace, work: () => T): T {
  return traces.run(trace, work)
}

/** Undefined outside requests, and in jobs that no request enqueued. */
export function requestId(): string | undefined {
  return traces.getStore()?.id
}

/** Runs work as a part of the current request or job, with a span of its own if traces are sent. The name is a constant of the code. */
export async function inSpan<T>(name: string, work: () => Promise<T>): Promise<T> {
  const end = traces.getStore()?.span?.beginPart(name)
  if (!end) return await work()
  try {
    return await work()
  } finally {
    end()
  }
}

/** Sets the pattern of the current request's path: a constant of the code, never the path itself. */
export function noteRoute(pattern: string): void {
  const trace = traces.getStore()
  if (trace) trace.route = pattern
}

/** Fields of every log line. */
export function traceFields(): { requestId?: string } {
  const id = requestId()
  return id === undefined ? {} : { requestId: id }
}

/** Common proxies generate UUIDs, hexadecimal numbers or ULIDs. */
const wellFormed = /^[\w.-]{8,64}$/

/** The id of a request: that of our own proxy if it is well-formed, otherwise a new one. */
export function newRequestId(given: string | string[] | undefined, trustProxy: boolean): string {
  return trustProxy && typeof given === 'string' && wellFormed.test(given) ? given : randomUUID()
}
