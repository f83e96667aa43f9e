/** Stops waiting for a shared promise when the signal aborts. */
export async function abortable<T>(wait: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  return Promise.race([wait, promise]).finally(() => signal.removeEventListener('abort', onAbort))
}
