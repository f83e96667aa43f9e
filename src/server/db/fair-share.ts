import { fail } from '#server/fail.ts'

/** Equals the time that a request waits for a free connection of the pool. */
const maxWaitMs = 5000

interface Account {
  running: number
  /** Functions that start waiting work, oldest first. */
  waiting: (() => void)[]
}

/** Limits how much work of one account runs at the same time, so that a busy account does not hold every connection. */
export class FairShare {
  readonly #maxRunning: number
  readonly #accounts = new Map<string, Account>()

  constructor(maxRunning: number) {
    this.#maxRunning = maxRunning
  }

  /**
   * Runs the work once fewer than `maxRunning` works of the account are running. The oldest starts first.
   * @throws database_busy if the work cannot start within five seconds
   */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const account = this.#accounts.get(key) ?? { running: 0, waiting: [] }
    this.#accounts.set(key, account)
    if (account.running < this.#maxRunning) account.running++
    else await waitForTurn(account)
    try {
      return await work()
    } finally {
      const next = account.waiting.shift()
      // The next work takes this place, so `running` does not change.
      if (next) next()
      else if (--account.running === 0) this.#accounts.delete(key)
    }
  }
}

async function waitForTurn(account: Account): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<'turn' | 'late'>()
  const begin = () => resolve('turn')
  const timer = setTimeout(() => resolve('late'), maxWaitMs)
  account.waiting.push(begin)
  const outcome = await promise
  clearTimeout(timer)
  if (outcome === 'turn') return
  account.waiting.splice(account.waiting.indexOf(begin), 1)
  fail('database_busy')
}
