import { setTimeout } from 'node:timers/promises'
import type { Db } from '#server/db/tenant.ts'
import { fail } from '#server/fail.ts'
import { tryLockDemo } from './store.ts'

const pollMs = 50

type InTransaction<Context> = <T>(work: (context: Context) => Promise<T>) => Promise<T>

/**
 * Runs work in a transaction that holds the lock of the demo practice. Waits between transactions, because PostgreSQL
 * ends a statement that waits for ten seconds.
 * @throws demo_preparing if the lock is not free within the timeout
 */
export async function inTurn<Context extends { db: Db }, T>(
  inTransaction: InTransaction<Context>,
  work: (context: Context) => Promise<T>,
  timeoutMs = 60_000,
): Promise<T> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const done = await inTransaction(async (context) =>
      (await tryLockDemo(context.db)) ? { result: await work(context) } : null,
    )
    if (done) return done.result
    if (performance.now() >= deadline) fail('demo_preparing')
    await setTimeout(pollMs)
  }
}
