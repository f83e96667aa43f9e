import { expect, test } from 'vitest'
import { type Claim, startWatchdog } from './watchdog.ts'

/** Long, because tests of other files use the machine, too. */
const soon = { timeout: 15_000 }

/** A claim that a test ends by `lose`. */
function claim() {
  const { promise: ended, resolve: lose } = Promise.withResolvers<void>()
  const released: Claim[] = []
  const made: Claim = {
    ended,
    release: async () => {
      released.push(made)
      lose()
    },
  }
  return { made, lose, released }
}

function recordLog() {
  const said: string[] = []
  const say = (_: unknown, text?: string) => void said.push(text ?? String(_))
  return { said, log: { warn: say, error: say } }
}

test('the watchdog restarts the server whenever its claim is lost, with growing pauses', async () => {
  const [first, second] = [claim(), claim()]
  const { said, log } = recordLog()
  const tries: number[] = []
  const restart = async () => {
    tries.push(performance.now())
    if (tries.length < 4) throw new Error('not yet')
    return tries.length === 4 ? second.made : claim().made
  }
  const stopWatchdog = startWatchdog({ claim: first.made, restart, log })
  expect(tries).toEqual([])
  first.lose()
  await expect.poll(() => said.at(-1), soon).toBe('the embedded database is back')
  const pauses = tries.slice(1).map((at, n) => at - (tries[n] ?? 0))
  for (const [n, least] of [95, 195, 395].entries()) expect(pauses[n]).toBeGreaterThan(least)
  expect(said.slice(0, 2)).toEqual(['the embedded database went away', 'the embedded database does not come back yet'])
  second.lose()
  await expect.poll(() => tries.length, soon).toBe(5)
  await stopWatchdog()
})

test('a stopped watchdog releases its claim and does not restart the server', async () => {
  const only = claim()
  let tries = 0
  const restart = async () => {
    tries++
    return claim().made
  }
  await startWatchdog({ claim: only.made, restart })()
  expect(only.released).toHaveLength(1)
  await only.made.ended
  expect(tries).toBe(0)
})

test('a watchdog that is stopped during retries does not try to restart the server again', async () => {
  const only = claim()
  let tries = 0
  const restart = async () => {
    tries++
    throw new Error('never')
  }
  const stopWatchdog = startWatchdog({ claim: only.made, restart })
  only.lose()
  await expect.poll(() => tries, soon).toBeGreaterThan(1)
  await stopWatchdog()
  const before = tries
  await new Promise((resolve) => setImmediate(resolve))
  expect(tries).toBe(before)
})

test('a watchdog that is stopped during a restart releases the new claim, too', async () => {
  const [first, second] = [claim(), claim()]
  const back = Promise.withResolvers<Claim>()
  const stopWatchdog = startWatchdog({ claim: first.made, restart: () => back.promise })
  first.lose()
  await first.made.ended
  const gone = stopWatchdog()
  back.resolve(second.made)
  await gone
  expect(second.released).toHaveLength(1)
})

test('the watchdog gives up if another Attend has claimed the server', async () => {
  const only = claim()
  const { said, log } = recordLog()
  let tries = 0
  const restart = async () => {
    tries++
    return null
  }
  const stopWatchdog = startWatchdog({ claim: only.made, restart, log })
  only.lose()
  await expect.poll(() => said.at(-1), soon).toBe('another Attend has taken over the embedded database: stop this one')
  expect(tries).toBe(1)
  await stopWatchdog()
})
