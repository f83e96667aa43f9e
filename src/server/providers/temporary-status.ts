/** True for a status of HTTP with which a busy or broken server answers, so that a later request may succeed. */
export function isTemporaryStatus(status: number): boolean {
  return status === 408 || status === 429 || status >= 500
}
