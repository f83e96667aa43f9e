import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPasskey, buildPlatformAdmin, buildUser } from '#test/build.ts'
import { createWorld, type World } from '#test/world.ts'
import { listPlatformAdmins, resetSecondFactor, setPlatformRole } from './platform-admins.ts'

let world: World
let owner: pg.Client

beforeAll(async () => {
  world = await createWorld()
  owner = new pg.Client({ connectionString: world.urls.app_owner })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await world.close()
})

async function eventsOf(id: string) {
  const found = world.db.selectFrom('audit_events').where('resource_id', '=', id).where('actor_id', 'is', null)
  return (await found.orderBy('seq').select(['action', 'details']).execute()).map(({ action }) => action)
}

describe('platform role', () => {
  test('the platform role is granted and revoked by email, takes effect at once, and is audited', async () => {
    const id = await buildUser(world, { email: 'ada@example.test', firstName: 'Ada', lastName: 'Moss' })
    const api = await world.as(id)
    expect(await setPlatformRole(owner, ' Ada@Example.test', 'admin')).toBe('changed')
    expect(await setPlatformRole(owner, 'ada@example.test', 'admin')).toBe('unchanged')
    expect(await api.accounts.me()).toMatchObject({ role: 'admin' })
    expect(await listPlatformAdmins(owner)).toEqual([
      { email: 'ada@example.test', name: 'Ada Moss', isActive: true, hasSecondFactor: false },
    ])
    expect(await setPlatformRole(owner, 'ada@example.test', 'user')).toBe('changed')
    expect(await api.accounts.me()).toMatchObject({ role: 'user' })
    expect(await listPlatformAdmins(owner)).toEqual([])
    expect(await eventsOf(id)).toEqual(['account.platform_role_granted', 'account.platform_role_revoked'])
  })

  test('granting the platform role and resetting a second factor report a missing account', async () => {
    expect(await setPlatformRole(owner, 'nobody@example.test', 'admin')).toBe('no account')
    expect(await resetSecondFactor(owner, 'nobody@example.test')).toBe('no account')
  })
})

describe('resetting a lost second factor', () => {
  test('resetting a lost second factor removes it and ends every sign-in; other accounts are not affected', async () => {
    const { userId, api } = await buildPlatformAdmin(world)
    const other = await buildPlatformAdmin(world)
    await world.db
      .insertInto('auth_two_factors')
      .values([userId, other.userId].map((user_id) => ({ user_id, secret: 'x', backup_codes: 'y', verified: true })))
      .execute()
    await buildPasskey(world, userId)
    const account = world.db.selectFrom('users').where('id', '=', userId).selectAll()
    const { email } = await account.executeTakeFirstOrThrow()
    expect(await resetSecondFactor(owner, email)).toBe('changed')
    expect(await resetSecondFactor(owner, email)).toBe('unchanged')
    expect(await account.executeTakeFirstOrThrow()).toMatchObject({ two_factor_enabled: false, role: 'admin' })
    for (const table of ['auth_two_factors', 'auth_passkeys', 'auth_sessions'] as const) {
      expect(await world.db.selectFrom(table).where('user_id', '=', userId).select('id').execute()).toEqual([])
    }
    await expect(api.accounts.me()).rejects.toMatchObject({ code: 'not_signed_in' })
    expect(await other.api.accounts.me()).toMatchObject({ role: 'admin' })
    expect(await listPlatformAdmins(owner)).toContainEqual(expect.objectContaining({ email, hasSecondFactor: false }))
    expect(await eventsOf(userId)).toEqual(['account.second_factor_reset'])
  })
})
