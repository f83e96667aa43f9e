import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPersonas, type Personas, principals } from '#test/authorization/personas.ts'
import { viewAs } from '#test/viewing.ts'
import type { World } from '#test/world.ts'
import { connectAs, createRoleWorld, refused, type RoleConnection } from './as-role.ts'

let world: World
let personas: Personas
let web: RoleConnection
let worker: RoleConnection
let close: () => Promise<void>
/** The voice of the therapist. */
let id = ''

const insert = (userId: string, organizationId: string | null) =>
  [
    `insert into own_voices (user_id, organization_id, model, sealed, stored_at)
     values ($1, $2, 'a model', decode(repeat('ab', 64), 'hex'), now())`,
    [userId, organizationId],
  ] as const

beforeAll(async () => {
  ;({ world, web, worker, close } = await createRoleWorld())
  personas = await buildPersonas(world)
  const sealed = Buffer.alloc(64, 7)
  const values = { user_id: personas.ids.therapist, organization_id: personas.organizationId }
  ;({ id } = await world.db
    .insertInto('own_voices')
    .values({ ...values, model: 'a model', sealed, stored_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow())
})
afterAll(() => close())

describe('a remembered voice', () => {
  test.each(principals.filter((principal) => principal !== 'deactivated'))(
    '%s can read and change a remembered voice only as the user whose voice it is',
    async (principal) => {
      const userId = principal === 'anonymous' ? null : personas.ids[principal]
      const reached = Number(principal === 'therapist')
      for (const connection of [web, worker]) {
        const rows = async (text: string) => (await connection.as(userId, [text, [id]])).rowCount
        expect(await rows('select from own_voices where id = $1')).toBe(reached)
        expect(await rows('update own_voices set sealed = null, model = null, stored_at = null where id = $1')).toBe(
          reached,
        )
      }
    },
  )

  test('users can add one remembered voice, only in their own name and organization', async () => {
    const { ids, organizationId, otherOrganizationId } = personas
    expect(await web.outcome(ids.supervisor, insert(ids.supervisor, organizationId))).toBe('done')
    expect(await web.outcome(ids.supervisor, insert(ids.therapist, null))).toBe(refused)
    expect(await web.outcome(ids.supervisor, insert(ids.supervisor, otherOrganizationId))).toBe(refused)
    expect(await web.outcome(ids.therapist, insert(ids.therapist, organizationId))).toBe('23505')
    for (const column of ['id', 'user_id', 'organization_id'])
      expect(await web.outcome(ids.therapist, `update own_voices set ${column} = ${column}`)).toBe(refused)
    expect(await web.outcome(ids.therapist, 'delete from own_voices')).toBe(refused)
  })

  test('a remembered voice is hidden from other roles, and from functions of app_owner', async () => {
    for (const role of ['app_auth', 'app_admin'] as const) {
      const connection = await connectAs(world, role)
      expect(await connection.outcome(null, 'select from own_voices')).toBe(refused)
      await connection.close()
    }
    await sql`create function app.probe_voices() returns bigint language sql security definer set search_path = pg_catalog, public
      as 'select count(*) from own_voices'`.execute(world.db)
    await sql`alter function app.probe_voices owner to app_owner`.execute(world.db)
    await sql`grant execute on function app.probe_voices to app_web`.execute(world.db)
    const { rows } = await web.as(personas.ids.therapist, 'select app.probe_voices() as seen')
    expect(rows).toEqual([{ seen: 0 }])
  })

  test('a viewer of the user’s data does not see the remembered voice, by statement or by endpoint', async () => {
    const { ids } = personas
    const viewer = await viewAs(world, ids.owner, ids.therapist)
    await expect(viewer.ownVoice.get()).rejects.toMatchObject({ code: 'viewing_read_only' })
    await expect(viewer.ownVoice.remove()).rejects.toMatchObject({ code: 'viewing_read_only' })
    const viewing = `select set_config('app.viewer_id', '${ids.owner}', true)`
    expect((await web.as(ids.therapist, viewing, 'select from own_voices')).rowCount).toBe(0)
    expect(await web.outcome(ids.therapist, viewing, 'update own_voices set is_on = false')).toBe('25006')
  })

  test('a remembered voice is deleted when its user leaves the organization, or is deactivated', async () => {
    const { ids, organizationId } = personas
    const count = async (userId: string) =>
      (await world.db.selectFrom('own_voices').select('id').where('user_id', '=', userId).execute()).length
    for (const user_id of [ids.colleague, ids.otherSupervisor])
      await world.db.insertInto('own_voices').values({ user_id, organization_id: organizationId }).execute()
    const owner = await world.as(ids.owner)
    await owner.members.remove({ userId: ids.colleague })
    expect(await count(ids.colleague)).toBe(0)
    await world.db.updateTable('users').set({ is_active: false }).where('id', '=', ids.otherSupervisor).execute()
    expect(await count(ids.otherSupervisor)).toBe(0)
    expect(await count(ids.therapist)).toBe(1)
  })
})
