import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool } from '#server/postgres/connection.ts'
import { Tenant } from '#server/db/tenant.ts'
import { createDrafter } from '#server/providers/drafter/create.ts'
import type { NoteDrafter } from '#server/providers/drafter/port.ts'
import { createWorld, type World } from '#test/world.ts'
import { demoClients } from './members-and-clients.ts'
import { type DemoServices, prepareDemo } from './prepare-demo.ts'
import { findDemoOwner } from './store.ts'

let world: World
let pool: pg.Pool
let services: DemoServices

beforeAll(async () => {
  world = await createWorld()
  pool = createPool(world.urls.app_worker, { max: 4, pipeline: true })
  const extractive = withCachedDrafts(createDrafter({ kind: 'extractive' }))
  services = { ...world.providers, tenant: new Tenant(pool), extractive }
})
afterAll(async () => {
  await pool.end()
  await world.close()
})

/**
 * Returns a drafter that drafts each session once and then repeats the draft, because all runs draft the same sessions.
 */
function withCachedDrafts(drafter: NoteDrafter): NoteDrafter {
  const drafts = new Map<string, ReturnType<NoteDrafter['draft']>>()
  return {
    draft(request) {
      const { signal: _, ...asked } = request
      const key = JSON.stringify(asked)
      const draft = drafts.get(key) ?? drafter.draft(request)
      drafts.set(key, draft)
      return draft
    },
  }
}

async function clientCount(): Promise<number> {
  return (await world.db.selectFrom('clients').select('id').execute()).length
}

// Each preparation writes at least 200 notes, which takes minutes on a busy machine.
const timeoutMs = 240_000

test(
  'a second preparation of the demo practice continues an interrupted one, and visitors cannot enter before its end',
  { timeout: timeoutMs },
  async () => {
    let drafts = 0
    const failingDrafter: NoteDrafter = {
      draft(request) {
        drafts++
        if (drafts > 180) throw new Error('the worker was stopped')
        return services.extractive.draft(request)
      },
    }
    await expect(prepareDemo({ ...services, extractive: failingDrafter })).rejects.toThrow('the worker was stopped')
    const kept = await clientCount()
    expect(kept).toBeGreaterThan(0)
    expect(kept).toBeLessThan(demoClients.length)
    expect(await services.tenant.asAnonymous(findDemoOwner)).toBeNull()

    await Promise.all([prepareDemo(services), prepareDemo(services)])
    expect(await clientCount()).toBe(demoClients.length)
    expect(await services.tenant.asAnonymous(findDemoOwner)).not.toBeNull()
  },
)

test(
  'the demo practice does not take over an existing account with a demo address',
  { timeout: timeoutMs },
  async () => {
    const other = await createWorld()
    const otherPool = createPool(other.urls.app_worker, { max: 2, pipeline: true })
    try {
      const email = 'maya.ellison@harbourstreet.example'
      const { id } = await other.db.insertInto('users').values({ email }).returning('id').executeTakeFirstOrThrow()
      await prepareDemo({ ...services, ...other.providers, tenant: new Tenant(otherPool) })
      const owner = await new Tenant(otherPool).asAnonymous(findDemoOwner)
      expect(owner).not.toBe(id)
      expect(
        await other.db.selectFrom('organization_members').select('id').where('user_id', '=', id).execute(),
      ).toEqual([])
    } finally {
      await otherPool.end()
      await other.close()
    }
  },
)
