import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildClient, buildMember, buildOrganization, buildUser } from '#test/build.ts'
import { buildRecord, type ClientRecord } from '#test/authorization/records.ts'
import type { World } from '#test/world.ts'
import { createRoleWorld, refused, type RoleConnection } from './as-role.ts'

/** Tables of an organization whose rows stay visible to former members: suggestions belong to their sender. */
const ownedBySender = ['suggestions']

let world: World
let web: RoleConnection
let worker: RoleConnection
let close: () => Promise<void>
let organizationId: string
let ownerId: string
let formerMember: string
let record: ClientRecord

beforeAll(async () => {
  ;({ world, web, worker, close } = await createRoleWorld())
  ;({ id: organizationId, ownerId } = await buildOrganization(world))
  formerMember = (await buildMember(world, { organizationId })).userId
  record = await buildRecord(world, { therapistId: formerMember, organizationId })
  await fillOtherTables()
  await fillSignedTables()
})
afterAll(() => close())

/** Adds a row of the organization to every table that `buildRecord` does not fill. */
async function fillOtherTables() {
  const { db } = world
  const owner = await world.as(ownerId)
  const api = await world.as(formerMember)
  await api.clients.list({})
  await api.feedback.suggest({ content: 'A map.' })
  await db
    .insertInto('note_templates')
    .values({ organization_id: organizationId, name: 'Weekly', base_type: 'SOAP', sections: '[]' })
    .execute()
  await api.resources.add({ title: 'Sleep diary', url: 'https://example.org/sleep' })
  await api.snippets.add({ trigger: 'mse', body: 'Alert.', isShared: true })
  await owner.invitations.send({ email: 'guest@example.test', role: 'therapist' })
  const other = (await buildMember(world, { organizationId })).userId
  const { id: clientId } = await buildClient(world, { therapistId: other, organizationId })
  await owner.clients.transfer({ clientId, therapistId: formerMember })
  await owner.members.remove({ userId: other })
  await db
    .insertInto('billing_customers')
    .values({ organization_id: organizationId, user_id: formerMember, customer_id: 'cus_1' })
    .execute()
  await db.insertInto('own_voices').values({ organization_id: organizationId, user_id: formerMember }).execute()
  await sql`select app.save_subscription(${organizationId}, 1, null)`.execute(db)
  const session = await db.selectFrom('auth_sessions').select('id').where('user_id', '=', ownerId).executeTakeFirst()
  await db
    .insertInto('viewings')
    .values({
      auth_session_id: session?.id ?? '',
      viewer_id: ownerId,
      viewed_id: formerMember,
      organization_id: organizationId,
    })
    .execute()
}

/** A superseded signature of the record's note, an addendum, a comment, and figures of its review. */
async function fillSignedTables() {
  const { db } = world
  const of = { session_id: record.sessionId, organization_id: organizationId }
  const signer = {
    credentials: 'LCSW',
    license_number: '',
    license_state: '',
    time_zone: 'UTC',
    auth_method: 'password',
  }
  const { id } = await db
    .insertInto('note_signatures')
    .values({
      ...of,
      ...signer,
      version: 2,
      role: 'author',
      signer_id: formerMember,
      signer_name: 'Robin Hale',
      attestation_text: 'Mine.',
      content_sha256: '',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('note_supersessions')
    .values({ ...of, signature_id: id, kind: 'returned', reason: 'Why?', superseded_by: ownerId })
    .execute()
  const author = { author_id: formerMember, author_name: 'Robin Hale' }
  await db
    .insertInto('note_addenda')
    .values({ ...of, ...signer, ...author, number: 1, kind: 'addendum', text: 'She called.', reason: 'A call.' })
    .execute()
  await db
    .insertInto('review_figures')
    .values({ ...of, user_id: formerMember })
    .execute()
  const place = { section: 'Subjective', sentence: 0, quote: 'She slept.', quote_sha256: '' }
  await db
    .insertInto('note_comments')
    .values({ ...of, ...author, ...place, version: 2, credentials: 'PhD', text: 'Since when?' })
    .execute()
  const { id: amendmentId } = await db
    .selectFrom('amendment_requests')
    .where('client_id', '=', record.clientId)
    .select('id')
    .executeTakeFirstOrThrow()
  const denial = { kind: 'denied', denial_reason: 'accurate', text: 'It is her name.' }
  const maker = { made_by: formerMember, made_by_name: 'Robin Hale' }
  await db
    .insertInto('amendment_steps')
    .values({ ...denial, ...maker, amendment_id: amendmentId, organization_id: organizationId })
    .execute()
  const logged = { logged_by: formerMember, logged_by_name: 'Robin Hale', request_id: randomUUID() }
  const copy = { released_on: '2026-03-04', recipient: 'The court', contents: 'Notes', time_zone: 'UTC' }
  await db
    .insertInto('record_releases')
    .values({ ...logged, ...copy, client_id: record.clientId, organization_id: organizationId })
    .execute()
}

/** Every table with a column organization_id. */
async function tablesOfOrganizations(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and c.relname not in ('demo_practice') order by 1`.execute(world.db)
  return rows.map(({ name }) => name)
}

/** The number of the organization's rows that a user sees in a table. Null if the role may not read the table. */
async function seenBy(connection: RoleConnection, userId: string, table: string): Promise<number | null> {
  const statement = [`select from ${table} where organization_id = $1`, [organizationId]] as const
  if ((await connection.outcome(userId, statement)) === refused) return null
  return (await connection.as(userId, statement)).rowCount
}

describe('access ends with the membership', () => {
  test('a former member sees no row of any organization table, as web and as worker', async () => {
    const tables = await tablesOfOrganizations()
    for (const table of tables) {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}
        where organization_id = ${organizationId}`.execute(world.db)
      // Without a row this test proves nothing about the table: add one in `fillOtherTables`.
      expect([table, rows[0]?.count]).not.toEqual([table, 0])
    }
    const visibleRows = async (userId: string) => {
      const found: string[] = []
      for (const table of tables) {
        for (const connection of [web, worker]) if (await seenBy(connection, userId, table)) found.push(table)
      }
      return [...new Set(found)]
    }
    const before = await visibleRows(formerMember)
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
    await (await world.as(ownerId)).members.remove({ userId: formerMember, mayInterrupt: true, mayStayUnsigned: true })
    expect(await visibleRows(formerMember)).toEqual(ownedBySender)
  })

  test('a former member cannot change, add or delete rows of the organization', async () => {
    const attempts = [
      [`update clients set first_name = 'Mine' where id = $1`, record.clientId],
      [`update sessions set type = 'Couple' where id = $1`, record.sessionId],
      [`update notes set sections = '[]' where session_id = $1`, record.sessionId],
      [`update live_recordings set saved_ms = 1 where session_id = $1`, record.liveSessionId],
      [`delete from uploads where id = $1`, record.uploadId],
      [`delete from upload_chunks where upload_id = $1`, record.uploadId],
    ] as const
    for (const [text, id] of attempts)
      expect([text, (await web.as(formerMember, [text, [id]])).rowCount]).toEqual([text, 0])
    const inserts = [
      `insert into clients (organization_id, therapist_id, first_name, last_name) values ($1, $2, 'New', 'Client')`,
      `insert into audit_events (organization_id, action, resource_type, resource_id) values ($1, 'x', 'account', $2)`,
    ]
    for (const text of inserts)
      expect([text, await web.outcome(formerMember, [text, [organizationId, formerMember]])]).toEqual([text, refused])
  })

  test('a former member retains access to their records without an organization', async () => {
    const ownRecord = await buildRecord(world, { therapistId: formerMember, organizationId: null })
    expect(
      (await web.as(formerMember, ['select from notes where session_id = $1', [ownRecord.sessionId]])).rowCount,
    ).toBe(1)
    const api = await world.as(formerMember)
    expect((await api.clients.list({ status: 'all' })).items.map(({ id }) => id)).toEqual([ownRecord.clientId])
    // Matching notes of the organization take no places in the search result.
    expect((await api.notes.list({ search: 'slept' })).items.map(({ sessionId }) => sessionId)).toEqual([
      ownRecord.sessionId,
    ])
  })

  test('a former member retains access to their other organization', async () => {
    const other = await buildOrganization(world)
    await buildMember(world, { organizationId: other.id, userId: formerMember })
    const otherRecord = await buildRecord(world, { therapistId: formerMember, organizationId: other.id })
    const { rows } = await web.as(formerMember, ['select id from clients where organization_id = $1', [other.id]])
    expect(rows).toEqual([{ id: otherRecord.clientId }])
  })
})

test('a supervisor sees a therapist’s work only in the organization where they supervise them', async () => {
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
  // Matching notes of other organizations take no places in the search result.
  const search = `select session_id as "sessionId" from app.search_notes('slept', null, $1, null, null, null, 10)`
  const { rows: found } = await web.as(supervisor, [search, [therapist]])
  expect(found).toEqual([{ sessionId: records['here']?.sessionId }])
  const { rows: own } = await web.as(therapist, [search, [therapist]])
  expect(own).toHaveLength(3)
})

test('web and worker cannot access invitations and invitation secrets directly', async () => {
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

test('only owner and admins see the names of former members', async () => {
  const admin = (await buildMember(world, { organizationId, role: 'admin' })).userId
  const colleague = (await buildMember(world, { organizationId })).userId
  const nameSeenBy = async (userId: string) =>
    (await web.as(userId, ['select from users where id = $1', [formerMember]])).rowCount
  expect(await nameSeenBy(ownerId)).toBe(1)
  expect(await nameSeenBy(admin)).toBe(1)
  expect(await nameSeenBy(colleague)).toBe(0)
  expect(await worker.outcome(ownerId, 'select from former_members')).toBe(refused)
})
