import type { RunningServer } from '#server/main.ts'
import { describeStartFailure } from '#server/start-failure.ts'
import { onLauncherExit } from './launcher.ts'

/** Milliseconds after which a stop is forced. */
const stopTimeoutMs = 20_000

/**
 * Starts the product and runs it until a signal stops it, including during the start, and when the npm that launched it
 * is killed. Unless forced, a stop also stops the embedded database. A failed start prints one sentence.
 */
export function runUntilStopped(start: (signal: AbortSignal) => Promise<RunningServer>): void {
  const stopping = new AbortController()
  const starting = start(stopping.signal)

  const stop = (exitCode: number) => {
    if (stopping.signal.aborted) return
    setTimeout(() => {
      console.error('Stopping took too long; some work was interrupted.')
      process.exit(1)
    }, stopTimeoutMs)
    stopping.abort()
    // An aborted start has stopped everything it started.
    starting
      .then(
        (server) => server.stop(),
        () => undefined,
      )
      .then(
        () => process.exit(exitCode),
        (error: unknown) => {
          console.error(error)
          process.exit(1)
        },
      )
  }
  const stopGently = () => {
    if (!stopping.signal.aborted) console.log('Stopping…')
    stop(0)
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopGently)
  onLauncherExit(stopGently)
  process.on('uncaughtException', (error) => {
    console.error(error)
    stop(1)
  })
  starting.catch((error: unknown) => {
    if (stopping.signal.aborted) return
    console.error(describeStartFailure(error))
    process.exit(1)
  })
}
