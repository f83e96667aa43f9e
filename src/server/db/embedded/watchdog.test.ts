import { expect, test } from 'vitest'
import { type Hold, keep } from './watchdog.ts'

/** The tests of the whole project share the machine. */
const soon = { timeout: 15_000 }

/** A hold that is lost when the test says so. */
function hold() {
  const { promise: ended, resolve: lose } = Promise.withResolvers<void>()
  const released: Hold[] = []
  const made: Hold = {
    ended,
    release: async () => {
      released.push(made)
      lose()
    },
  }
  return { made, lose, released }
}

function words() {
  const said: string[] = []
  const say = (_: unknown, text?: string) => void said.push(text ?? String(_))
  return { said, log: { warn: say, error: say } }
}

test('whenever the hold is lost the server comes back, with pauses that grow', async () => {
  const [first, second] = [hold(), hold()]
  const { said, log } = words()
  const tries: number[] = []
  const comeBack = async () => {
    tries.push(performance.now())
    if (tries.length < 4) throw new Error('not yet')
    return tries.length === 4 ? second.made : hold().made
  }
  const letGo = keep({ hold: first.made, comeBack, log })
  expect(tries).toEqual([])
  first.lose()
  await expect.poll(() => said.at(-1), soon).toBe('the embedded database is back')
  const pauses = tries.slice(1).map((at, n) => at - (tries[n] ?? 0))
  for (const [n, least] of [95, 195, 395].entries()) expect(pauses[n]).toBeGreaterThan(least)
  expect(said.slice(0, 2)).toEqual(['the embedded database went away', 'the embedded database does not come back yet'])
  second.lose()
  await expect.poll(() => tries.length, soon).toBe(5)
  await letGo()
})

test('letting go ends it: nothing comes back afterwards', async () => {
  const only = hold()
  let tries = 0
  const comeBack = async () => {
    tries++
    return hold().made
  }
  await keep({ hold: only.made, comeBack })()
  expect(only.released).toHaveLength(1)
  await only.made.ended
  expect(tries).toBe(0)
})

test('letting go while it insists ends the pauses', async () => {
  const only = hold()
  let tries = 0
  const comeBack = async () => {
    tries++
    throw new Error('never')
  }
  const letGo = keep({ hold: only.made, comeBack })
  only.lose()
  await expect.poll(() => tries, soon).toBeGreaterThan(1)
  await letGo()
  const before = tries
  await new Promise((resolve) => setImmediate(resolve))
  expect(tries).toBe(before)
})

test('a server that came back while it was let go is let go too', async () => {
  const [first, second] = [hold(), hold()]
  const back = Promise.withResolvers<Hold>()
  const letGo = keep({ hold: first.made, comeBack: () => back.promise })
  first.lose()
  await first.made.ended
  const gone = letGo()
  back.resolve(second.made)
  await gone
  expect(second.released).toHaveLength(1)
})

test('a server that is another’s now is left alone', async () => {
  const only = hold()
  const { said, log } = words()
  let tries = 0
  const comeBack = async () => {
    tries++
    return null
  }
  const letGo = keep({ hold: only.made, comeBack, log })
  only.lose()
  await expect.poll(() => said.at(-1), soon).toBe('another Attend has taken over the embedded database: stop this one')
  expect(tries).toBe(1)
  await letGo()
})
