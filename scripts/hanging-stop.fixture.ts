// A product that does not stop on request.
import { setImmediate } from 'node:timers/promises'
import { runUntilStopped } from './run-until-stopped.ts'

runUntilStopped(async () => {
  // `runUntilStopped` installs the signal handlers only after it has called this function.
  await setImmediate()
  setInterval(() => undefined, 1000)
  console.log('ready')
  return {
    url: undefined,
    outboxUrl: undefined,
    databaseFolder: undefined,
    stop: () => new Promise(() => undefined),
  }
})
