import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPool } from '#server/postgres/connection.ts'
import { Tenant } from '#server/db/tenant.ts'
import { buildPasskey, buildPlatformAdmin, buildUser } from '#test/build.ts'
import { createWorld, type World } from '#test/world.ts'
import { requirePlatformAdmin } from './require-platform-admin.ts'

let world: World
let tenant: Tenant
let end: () => Promise<void>

beforeAll(async () => {
  world = await createWorld()
  const pool = createPool(world.urls.app_web, { max: 2, pipeline: true })
  tenant = new Tenant(pool)
  end = () => pool.end()
})
afterAll(async () => {
  await end()
  await world.close()
})

/** Returns `allowed` or the error code for the newest sign-in of an account. */
async function outcome(userId: string): Promise<string> {
  const { token } = await world.db
    .selectFrom('auth_sessions')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .select('token')
    .executeTakeFirstOrThrow()
  const work = tenant.asCaller({ token, ipAddress: '', userAgent: '' }, (db, actor) =>
    requirePlatformAdmin({ db, actor }),
  )
  return work.then(
    () => 'allowed',
    (error: { code: string }) => error.code,
  )
}

describe('platform admin access', () => {
  test('platform admin access requires the platform role and a second factor given in this sign-in', async () => {
    const { userId } = await buildPlatformAdmin(world)
    expect(await outcome(userId)).toBe('allowed')
    await world.headersOf(userId)
    expect(await outcome(userId)).toBe('second_factor_missing')
  })

  test('platform admin access is denied without a second factor and to all other users', async () => {
    const admin = await buildUser(world, { role: 'admin' })
    await world.headersOf(admin)
    expect(await outcome(admin)).toBe('second_factor_missing')
    const { userId } = await buildPlatformAdmin(world, await buildUser(world))
    expect(await outcome(userId)).toBe('not_allowed')
  })

  test('platform admin access ends at once when the role or the second factor is removed', async () => {
    const { userId } = await buildPlatformAdmin(world)
    expect(await outcome(userId)).toBe('allowed')
    await world.db.updateTable('users').set({ two_factor_enabled: false }).where('id', '=', userId).execute()
    expect(await outcome(userId)).toBe('second_factor_missing')
    await buildPasskey(world, userId)
    expect(await outcome(userId)).toBe('allowed')
    await world.db.updateTable('users').set({ role: 'user' }).where('id', '=', userId).execute()
    expect(await outcome(userId)).toBe('not_allowed')
  })
})
