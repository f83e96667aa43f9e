/** Statuses of servers that do not support the request: 501 Not Implemented, 505 HTTP Version Not Supported. */
const unsupported: ReadonlySet<number> = new Set([501, 505])

/** True for a status of HTTP with which a busy or broken server answers, so that a later request may succeed. */
export function isTemporaryStatus(status: number): boolean {
  return status === 408 || status === 429 || (status >= 500 && !unsupported.has(status))
}
