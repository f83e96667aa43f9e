import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { World } from './world.ts'

/** Resolves once exactly one statement waits for a lock in the database of a world. */
export async function waitForLockWait({ db }: Pick<World, 'db'>): Promise<void> {
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await vi.waitFor(async () => expect((await waiting.execute(db)).rows).toHaveLength(1), {
    timeout: 10_000,
    interval: 5,
  })
}

/** Makes a call while a session is being deleted. The call waits for the deletion. Returns the outcome of the call. */
export function whileDeleting(world: World, sessionId: string, call: () => Promise<unknown>): Promise<unknown> {
  return whileExecuting(world, sql`delete from sessions where id = ${sessionId}`, call)
}

/** Makes a call while a change of the superuser is in progress. The call waits for the change. Returns the outcome of the call. */
export async function whileExecuting(
  world: World,
  change: ReturnType<typeof sql>,
  call: () => Promise<unknown>,
): Promise<unknown> {
  const called = await world.db.transaction().execute(async (transaction) => {
    await change.execute(transaction)
    const outcome = call().catch((error: unknown) => error)
    await waitForLockWait(world)
    return { outcome }
  })
  return await called.outcome
}
