import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildClient, buildMember, buildOrganization, buildUser } from '#test/build.ts'
import { buildRecord, type ClientRecord } from '#test/authorization/records.ts'
import { createWorld, type World } from '#test/world.ts'
import { connectAs, refused, type RoleConnection } from './as-role.ts'

/**
 * What belongs to an organization, and whether its members see it by straight SQL. Suggestions are their sender's own words to
 * whoever runs the product, and stay theirs.
 */
const keptBySender = ['suggestions']

let world: World
let web: RoleConnection
let worker: RoleConnection
let organizationId: string
let ownerId: string
let leaver: string
let record: ClientRecord

beforeAll(async () => {
  world = await createWorld()
  web = await connectAs(world, 'app_web')
  worker = await connectAs(world, 'app_worker')
  ;({ id: organizationId, ownerId } = await buildOrganization(world))
  leaver = (await buildMember(world, { organizationId })).userId
  record = await buildRecord(world, { therapistId: leaver, organizationId })
  await fillTheRest()
})
afterAll(async () => {
  await Promise.all([web.close(), worker.close()])
  await world.close()
})

/** A row of the organization in every table that no client's record reaches. */
async function fillTheRest() {
  const { db } = world
  const owner = await world.as(ownerId)
  const api = await world.as(leaver)
  await api.clients.list({})
  await api.feedback.suggest({ content: 'A map.' })
  await api.resources.add({ title: 'Sleep diary', url: 'https://example.org/sleep' })
  await owner.invitations.send({ email: 'guest@example.test', role: 'therapist' })
  const other = (await buildMember(world, { organizationId })).userId
  const { id: clientId } = await buildClient(world, { therapistId: other, organizationId })
  await owner.clients.transfer({ clientId, therapistId: leaver })
  await owner.members.remove({ userId: other })
  await db
    .insertInto('billing_customers')
    .values({ organization_id: organizationId, user_id: leaver, customer_id: 'cus_1' })
    .execute()
  await sql`select app.save_subscription(${organizationId}, 1, null)`.execute(db)
  const session = await db.selectFrom('auth_sessions').select('id').where('user_id', '=', ownerId).executeTakeFirst()
  await db
    .insertInto('viewings')
    .values({
      auth_session_id: session?.id ?? '',
      viewer_id: ownerId,
      viewed_id: leaver,
      organization_id: organizationId,
    })
    .execute()
}

/** Every table that says which organization a row belongs to. */
async function tablesOfOrganizations(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and c.relname not in ('demo_practice') order by 1`.execute(world.db)
  return rows.map(({ name }) => name)
}

/** Rows of the organization that somebody sees, table by table; null where the role reads none of the table at all. */
async function seenBy(connection: RoleConnection, userId: string, table: string): Promise<number | null> {
  const statement = [`select from ${table} where organization_id = $1`, [organizationId]] as const
  if ((await connection.outcome(userId, statement)) === refused) return null
  return (await connection.as(userId, statement)).rowCount
}

describe('access ends with the membership', () => {
  test('for every table of an organization, as web and as worker', async () => {
    const tables = await tablesOfOrganizations()
    for (const table of tables) {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}
        where organization_id = ${organizationId}`.execute(world.db)
      // A new table needs a row here, or this test would prove nothing about it.
      expect([table, rows[0]?.count]).not.toEqual([table, 0])
    }
    const seen = async (userId: string) => {
      const found: string[] = []
      for (const table of tables) {
        for (const connection of [web, worker]) if (await seenBy(connection, userId, table)) found.push(table)
      }
      return [...new Set(found)]
    }
    const before = await seen(leaver)
    expect(before).toEqual(
      expect.arrayContaining([
        'clients',
        'notes',
        'live_chunks',
        'audit_events',
        'resources',
        'notices',
        'subscriptions',
      ]),
    )
    await (await world.as(ownerId)).members.remove({ userId: leaver })
    expect(await seen(leaver)).toEqual(keptBySender)
  })

  test('and nothing of it is changed, filled or removed any more', async () => {
    const attempts = [
      [`update clients set first_name = 'Mine' where id = $1`, record.clientId],
      [`update sessions set type = 'Couple' where id = $1`, record.sessionId],
      [`update notes set sections = '[]' where session_id = $1`, record.sessionId],
      [`update live_recordings set saved_ms = 1 where session_id = $1`, record.liveSessionId],
      [`delete from uploads where id = $1`, record.uploadId],
      [`delete from upload_chunks where upload_id = $1`, record.uploadId],
    ] as const
    for (const [text, id] of attempts) expect([text, (await web.as(leaver, [text, [id]])).rowCount]).toEqual([text, 0])
    const inserts = [
      `insert into clients (organization_id, therapist_id, first_name, last_name) values ($1, $2, 'New', 'Client')`,
      `insert into audit_events (organization_id, action, resource_type, resource_id) values ($1, 'x', 'account', $2)`,
    ]
    for (const text of inserts)
      expect([text, await web.outcome(leaver, [text, [organizationId, leaver]])]).toEqual([text, refused])
  })

  test('while what is one’s own without an organization stays', async () => {
    const own = await buildRecord(world, { therapistId: leaver, organizationId: null })
    expect((await web.as(leaver, ['select from notes where session_id = $1', [own.sessionId]])).rowCount).toBe(1)
    const api = await world.as(leaver)
    expect((await api.clients.list({ status: 'all' })).items.map(({ id }) => id)).toEqual([own.clientId])
    // Hits of the organization take no place of one's own.
    expect((await api.notes.list({ search: 'slept' })).items.map(({ sessionId }) => sessionId)).toEqual([own.sessionId])
  })

  test('and one’s other organization', async () => {
    const other = await buildOrganization(world)
    await buildMember(world, { organizationId: other.id, userId: leaver })
    const kept = await buildRecord(world, { therapistId: leaver, organizationId: other.id })
    const { rows } = await web.as(leaver, ['select id from clients where organization_id = $1', [other.id]])
    expect(rows).toEqual([{ id: kept.clientId }])
  })
})

test('a supervisor sees a therapist’s work where they supervise them, and in no other organization that both are in', async () => {
  const supervisor = await buildUser(world)
  const therapist = await buildUser(world)
  const here = await buildOrganization(world)
  await buildMember(world, { organizationId: here.id, userId: supervisor, role: 'supervisor' })
  await buildMember(world, { organizationId: here.id, userId: therapist, managedBy: supervisor })
  const records: Record<string, ClientRecord> = {
    here: await buildRecord(world, { therapistId: therapist, organizationId: here.id }),
  }
  for (const role of ['therapist', 'supervisor'] as const) {
    const there = await buildOrganization(world)
    await buildMember(world, { organizationId: there.id, userId: supervisor, role })
    await buildMember(world, { organizationId: there.id, userId: therapist })
    records[`as ${role}`] = await buildRecord(world, { therapistId: therapist, organizationId: there.id })
  }
  const seen: string[] = []
  for (const [place, { sessionId }] of Object.entries(records)) {
    const { rowCount } = await web.as(supervisor, ['select from notes where session_id = $1', [sessionId]])
    if (rowCount) seen.push(place)
  }
  expect(seen).toEqual(['here'])
})

test('invitations and the hashes of their secrets are closed', async () => {
  for (const connection of [web, worker]) {
    for (const attempt of [
      'select from invitations',
      'update invitations set status = status',
      'delete from invitations',
      'select from invitation_secrets',
      'delete from invitation_secrets',
    ])
      expect([attempt, await connection.outcome(ownerId, attempt)]).toEqual([attempt, refused])
  }
})

test('who has left is named to owner and admin only', async () => {
  const admin = (await buildMember(world, { organizationId, role: 'admin' })).userId
  const colleague = (await buildMember(world, { organizationId })).userId
  const nameSeenBy = async (userId: string) =>
    (await web.as(userId, ['select from users where id = $1', [leaver]])).rowCount
  expect(await nameSeenBy(ownerId)).toBe(1)
  expect(await nameSeenBy(admin)).toBe(1)
  expect(await nameSeenBy(colleague)).toBe(0)
  expect(await worker.outcome(ownerId, 'select from former_members')).toBe(refused)
})
