import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCast, type Cast, type Person } from '#test/authorization/cast.ts'
import { createWorld, type World } from '#test/world.ts'
import { connectAs, refused, type RoleConnection } from './as-role.ts'

let world: World
let cast: Cast
let web: RoleConnection

beforeAll(async () => {
  world = await createWorld()
  cast = await buildCast(world)
  web = await connectAs(world, 'app_web')
})
afterAll(async () => {
  await web.close()
  await world.close()
})

/** Each function of the panel that the web may call, called with nulls. */
async function calls(): Promise<string[]> {
  const { rows } = await sql<{ call: string }>`select format('select app.%I(%s)', proname,
      (select string_agg(format('null::%s', format_type(t, null)), ', ') from unnest(proargtypes::oid[]) t)) as call
    from pg_proc where pronamespace = 'app'::regnamespace and proname like 'admin\_%'
      and has_function_privilege('app_web', oid, 'execute')`.execute(world.db)
  return rows.map((row) => row.call)
}

test('functions of the admin panel refuse everybody whose session has not given a second factor, by straight SQL, too', async () => {
  const all = await calls()
  expect(all.length).toBeGreaterThan(15)
  // Sessions of this test rest on the cookie alone.
  const people: (Person | null)[] = ['therapist', 'admin', 'owner', 'platformAdmin', 'verifiedAdmin', null]
  for (const person of people) {
    for (const call of all) {
      const outcome = await web.outcome(person && cast.ids[person], call)
      expect([person, call, outcome]).toEqual([person, call, refused])
    }
  }
})
