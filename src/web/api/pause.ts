/**
 * Waits until the time is over, the signal aborts or the network returns. Never rejects. Timers of background tabs fire
 * late: `onDisturb` receives a function that ends the wait if it is overdue.
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
