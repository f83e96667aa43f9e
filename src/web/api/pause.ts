/**
 * Waits, but no longer than until the signal or until the network is back. Never rejects. Timers of pages in the background
 * are late: `onDisturb` is given a function that ends the wait once its time is over.
 */
export function pause(
  milliseconds: number,
  signal: AbortSignal,
  onDisturb: (disturb: () => void) => void = () => {},
): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  const due = performance.now() + milliseconds
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    window.addEventListener('online', done)
    signal.addEventListener('abort', done)
    onDisturb(() => {
      if (performance.now() >= due) done()
    })
  })
}
