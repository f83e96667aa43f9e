import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '#test/world.ts'
import { runVerification } from './run-verification.ts'

let world: World
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anchor-'))
  world = await createWorld({ settings: { AUDIT_ANCHOR: join(folder, 'anchor.json') } })
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true })
})

/** Closes the connection of a verification that waits for a lock. */
async function closeWaiting() {
  for (;;) {
    const { rows } = await sql<{ closed: boolean }>`
      select pg_terminate_backend(pid) as closed from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(world.db)
    if (rows.length > 0) return
    await sleep(20)
  }
}

test('a verification whose connection breaks fails, and the process continues', async () => {
  const uncaught: unknown[] = []
  const listen = (error: unknown) => void uncaught.push(error)
  process.on('uncaughtExceptionMonitor', listen)
  await world.db.transaction().execute(async (db) => {
    await sql`lock table audit_heads in access exclusive mode`.execute(db)
    const verified = runVerification(world.config, world.urls.app_owner, new Date())
    await Promise.all([expect(verified).rejects.toThrow(/connection/i), closeWaiting()])
  })
  // The event of the closed connection follows the failure of its query.
  await sleep(100)
  process.off('uncaughtExceptionMonitor', listen)
  expect(uncaught).toEqual([])
})
