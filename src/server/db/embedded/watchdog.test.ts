import { expect, test } from 'vitest'
import { type Claim, startWatchdog } from './watchdog.ts'

/** The timeout is long, because tests of other files use the machine, too. */
const pollOptions = { timeout: 15_000 }

/** A claim that a test ends by `lose`. */
function createClaim() {
  const { promise: ended, resolve: lose } = Promise.withResolvers<void>()
  const released: Claim[] = []
  const claim: Claim = {
    ended,
    release: async () => {
      released.push(claim)
      lose()
    },
  }
  return { claim, lose, released }
}

function recordLog() {
  const messages: string[] = []
  const say = (_: unknown, text?: string) => void messages.push(text ?? String(_))
  return { messages, log: { warn: say, error: say } }
}

test('the watchdog restarts the server whenever its claim is lost, with growing pauses', async () => {
  const [first, second] = [createClaim(), createClaim()]
  const { messages, log } = recordLog()
  const tries: number[] = []
  const restart = async () => {
    tries.push(performance.now())
    if (tries.length < 4) throw new Error('not yet')
    return tries.length === 4 ? second.claim : createClaim().claim
  }
  const stopWatchdog = startWatchdog({ claim: first.claim, restart, log })
  expect(tries).toEqual([])
  first.lose()
  await expect.poll(() => messages.at(-1), pollOptions).toBe('the embedded database is back')
  const pauses = tries.slice(1).map((at, n) => at - (tries[n] ?? 0))
  for (const [n, least] of [95, 195, 395].entries()) expect(pauses[n]).toBeGreaterThan(least)
  expect(messages.slice(0, 2)).toEqual([
    'the embedded database went away',
    'the embedded database does not come back yet',
  ])
  second.lose()
  await expect.poll(() => tries.length, pollOptions).toBe(5)
  await stopWatchdog()
})

test('a stopped watchdog releases its claim and does not restart the server', async () => {
  const claim = createClaim()
  let tries = 0
  const restart = async () => {
    tries++
    return createClaim().claim
  }
  await startWatchdog({ claim: claim.claim, restart })()
  expect(claim.released).toHaveLength(1)
  await claim.claim.ended
  expect(tries).toBe(0)
})

test('a watchdog that is stopped during retries does not try to restart the server again', async () => {
  const claim = createClaim()
  let tries = 0
  const restart = async () => {
    tries++
    throw new Error('never')
  }
  const stopWatchdog = startWatchdog({ claim: claim.claim, restart })
  claim.lose()
  await expect.poll(() => tries, pollOptions).toBeGreaterThan(1)
  await stopWatchdog()
  const before = tries
  await new Promise((resolve) => setImmediate(resolve))
  expect(tries).toBe(before)
})

test('a watchdog that is stopped during a restart releases the new claim, too', async () => {
  const [first, second] = [createClaim(), createClaim()]
  const back = Promise.withResolvers<Claim>()
  const stopWatchdog = startWatchdog({ claim: first.claim, restart: () => back.promise })
  first.lose()
  await first.claim.ended
  const stopped = stopWatchdog()
  back.resolve(second.claim)
  await stopped
  expect(second.released).toHaveLength(1)
})

test('the watchdog gives up if another Attend has claimed the server', async () => {
  const claim = createClaim()
  const { messages, log } = recordLog()
  let tries = 0
  const restart = async () => {
    tries++
    return null
  }
  const stopWatchdog = startWatchdog({ claim: claim.claim, restart, log })
  claim.lose()
  await expect
    .poll(() => messages.at(-1), pollOptions)
    .toBe('another Attend has taken over the embedded database: stop this one')
  expect(tries).toBe(1)
  await stopWatchdog()
})
