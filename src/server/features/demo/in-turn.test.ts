import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#server/db/tenant.ts'
import { createWorld, type World } from '#test/world.ts'
import { inTurn } from './in-turn.ts'
import { lockDemo } from './store.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const inTransaction = <T>(work: (context: { db: Db }) => Promise<T>) =>
  world.db.transaction().execute((db) => work({ db }))

/** Holds the lock of the demo practice until `release` is called. */
async function holdLock() {
  const held = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const transaction = inTransaction(async ({ db }) => {
    await lockDemo(db)
    held.resolve()
    await released.promise
  })
  await held.promise
  return async () => {
    released.resolve()
    await transaction
  }
}

async function countWaitingStatements(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted`.execute(world.db)
  return rows[0]?.n ?? 0
}

test('work waits until another transaction releases the lock, and no statement waits meanwhile', async () => {
  const release = await holdLock()
  let isDone = false
  const waiting = inTurn(inTransaction, async () => (isDone = true))
  for (let check = 0; check < 5; check++) {
    await setTimeout(40)
    expect(await countWaitingStatements()).toBe(0)
  }
  expect(isDone).toBe(false)
  await release()
  expect(await waiting).toBe(true)
})

test('work that gets no turn within the timeout is not run, and fails with demo_preparing', async () => {
  const release = await holdLock()
  let isRun = false
  await expect(inTurn(inTransaction, async () => (isRun = true), 100)).rejects.toMatchObject({ code: 'demo_preparing' })
  await release()
  expect(isRun).toBe(false)
})
