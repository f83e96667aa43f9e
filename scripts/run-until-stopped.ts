import type { RunningServer } from '#server/main.ts'

/** Stops cleanly on Ctrl-C and on a service manager's signal; a second Ctrl-C ends at once. */
export function stopOnSignals(server: RunningServer, alsoStop: () => Promise<void> = async () => undefined) {
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1)
      stopping = true
      console.log('Stopping…')
      Promise.all([alsoStop(), server.stop()]).then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error)
          process.exit(1)
        },
      )
    })
  }
}
