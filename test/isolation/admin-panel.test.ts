import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPersonas, type Personas, type Person } from '#test/authorization/personas.ts'
import { createWorld, type World } from '#test/world.ts'
import { buildRecord } from '#test/authorization/records.ts'
import { connectAs, refused, type RoleConnection } from './as-role.ts'

let world: World
let personas: Personas
let web: RoleConnection

beforeAll(async () => {
  world = await createWorld()
  personas = await buildPersonas(world)
  web = await connectAs(world, 'app_web')
})
afterAll(async () => {
  await web.close()
  await world.close()
})

/** A call, with nulls, of each function of the panel that app_web may execute. */
async function calls(): Promise<string[]> {
  const { rows } = await sql<{ call: string }>`select format('select app.%I(%s)', proname,
      (select string_agg(format('null::%s', format_type(t, null)), ', ') from unnest(proargtypes::oid[]) t)) as call
    from pg_proc where pronamespace = 'app'::regnamespace and proname like 'admin\_%'
      and has_function_privilege('app_web', oid, 'execute')`.execute(world.db)
  return rows.map((row) => row.call)
}

test('functions of the admin panel reject every session without a second factor', async () => {
  const all = await calls()
  expect(all.length).toBeGreaterThan(15)
  // No session of this test has a second factor.
  const people: (Person | null)[] = ['therapist', 'admin', 'owner', 'platformAdmin', 'verifiedAdmin', null]
  for (const person of people) {
    for (const call of all) {
      const outcome = await web.outcome(person && personas.ids[person], call)
      expect([person, call, outcome]).toEqual([person, call, refused])
    }
  }
})

test('app.client_trail returns events only to users who may see the client', async () => {
  const holders = { organizationId: personas.organizationId, therapistId: personas.ids.therapist }
  const inClinic = (await buildRecord(world, holders)).clientId
  const own = (await buildRecord(world, { ...holders, organizationId: null })).clientId
  for (const clientId of [inClinic, own]) {
    await world.db
      .insertInto('audit_events')
      .values({ action: 'test.event', resource_type: 'client', client_id: clientId })
      .execute()
  }
  const reads = async (person: Person | null) => {
    const events = async (clientId: string) => {
      const text = 'select from app.client_trail($1, null, null, null, 10)'
      return (await web.as(person && personas.ids[person], [text, [clientId]])).rowCount
    }
    return [await events(inClinic), await events(own)]
  }
  expect(await reads('therapist')).toEqual([1, 1])
  expect(await reads('supervisor')).toEqual([1, 1])
  for (const person of ['owner', 'admin'] as const) expect([person, await reads(person)]).toEqual([person, [1, 0]])
  for (const person of ['colleague', 'otherSupervisor', 'otherOwner', 'verifiedAdmin', null] as const) {
    expect([person, await reads(person)]).toEqual([person, [0, 0]])
  }
  await world.db
    .deleteFrom('organization_members')
    .where('user_id', '=', personas.ids.therapist)
    .where('organization_id', '=', personas.organizationId)
    .execute()
  expect(await reads('therapist')).toEqual([0, 1])
})

test('app.organization_trail returns events only to owner and admins', async () => {
  const text = 'select from app.organization_trail($1, null, null, null, null, null, null, null, 10)'
  const reads = async (person: Person | null) =>
    Number((await web.as(person && personas.ids[person], [text, [personas.organizationId]])).rowCount) > 0
  await (await world.as(personas.ids.owner)).clients.list({})
  for (const person of ['owner', 'admin'] as const) expect([person, await reads(person)]).toEqual([person, true])
  for (const person of ['therapist', 'supervisor', 'otherOwner', 'platformAdmin', 'verifiedAdmin', null] as const) {
    expect([person, await reads(person)]).toEqual([person, false])
  }
})
