import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPersonas, type Personas, type Person } from '#test/authorization/personas.ts'
import { buildRecord, type ClientRecord } from '#test/authorization/records.ts'
import { buildMember } from '#test/build.ts'
import { createWorld, type World } from '#test/world.ts'
import { refused } from './as-role.ts'

// Rights in the database while a user views data as another user.

/** SQLSTATE of a change by a viewer. */
const readOnly = '25006'

let world: World
let personas: Personas
let web: pg.Client
let record: ClientRecord

beforeAll(async () => {
  world = await createWorld()
  personas = await buildPersonas(world)
  web = new pg.Client({ connectionString: world.urls.app_web })
  await web.connect()
  record = await buildRecord(world, { therapistId: personas.ids.therapist, organizationId: personas.organizationId })
})
afterAll(async () => {
  await web.end()
  await world.close()
})

async function newToken(userId: string): Promise<string> {
  const token = randomBytes(12).toString('hex')
  const expires = new Date(Date.now() + 3_600_000)
  await world.db.insertInto('auth_sessions').values({ user_id: userId, token, expires_at: expires }).execute()
  return token
}

/** Runs statements in one transaction of a sign-in and returns the last result. Rolls back unless `end` is 'commit'. */
async function inSession(token: string, statements: readonly string[], end: 'commit' | 'rollback' = 'rollback') {
  await web.query('begin')
  try {
    let last = await web.query(`select * from app.enter_session($1, '127.0.0.1', 'test')`, [token])
    for (const statement of statements) last = await web.query(statement)
    await web.query(end)
    return last
  } catch (error) {
    await web.query('rollback')
    throw error
  }
}

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof pg.DatabaseError ? (error.code ?? '') : String(error)),
  )

async function viewing(viewer: Person, viewedId: string): Promise<string> {
  const token = await newToken(personas.ids[viewer])
  const start = `select app.start_viewing('${viewedId}', '${personas.organizationId}') as ends`
  const { rows } = await inSession(token, [start], 'commit')
  expect(rows[0]).toMatchObject({ ends: expect.any(Date) })
  return token
}

describe('the catalog', () => {
  /**
   * Tables whose other policies already restrict them to the viewed organization, e.g. because they show the rows of
   * visible notes. Model scores belong to no organization.
   */
  const inScope = [
    'amendment_requests',
    'amendment_steps',
    'deletion_receipts',
    'legal_hold_lifts',
    'legal_holds',
    'model_scores',
    'note_addenda',
    'note_comments',
    'note_signatures',
    'note_supersessions',
    'note_template_versions',
    'organizations',
    'record_releases',
    'transcript_corrections',
    'transcript_edits',
    'users',
  ]

  test('every table that app_web may change rejects viewers, except the audit trail', async () => {
    const { rows } = await sql<{ line: string }>`
      select c.relname || ' ' || lower(p) as line
      from pg_class c cross join unnest(array['INSERT', 'UPDATE', 'DELETE']) p
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and (has_table_privilege('app_web', c.oid, p) or p <> 'DELETE' and has_any_column_privilege('app_web', c.oid, p))
        and not exists (select from pg_policies y where y.schemaname = 'public' and y.tablename = c.relname and y.permissive = 'RESTRICTIVE'
          and y.roles = '{app_web}' and y.cmd = p and coalesce(y.with_check, y.qual) = '( SELECT app.may_change() AS may_change)')
      order by 1`.execute(world.db)
    expect(rows.map((row) => row.line)).toEqual(['audit_events insert'])
  })

  test('every table that app_web may read is limited to the viewed organization or hidden from viewers', async () => {
    const { rows } = await sql<{ name: string }>`
      select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and (has_table_privilege('app_web', c.oid, 'SELECT') or has_any_column_privilege('app_web', c.oid, 'SELECT'))
        and not exists (select from pg_policies y where y.schemaname = 'public' and y.tablename = c.relname and y.permissive = 'RESTRICTIVE'
          and y.roles = '{app_web}' and y.cmd = 'SELECT' and y.qual ~ 'app[.](viewed_org|viewer_id)[(]')
      order by 1`.execute(world.db)
    expect(rows.map((row) => row.name)).toEqual(inScope)
  })

  test('every security definer function that writes and that app_web may call rejects viewers', async () => {
    const { rows } = await sql<{ name: string }>`
      select p.proname as name from pg_proc p
      where p.pronamespace = 'app'::regnamespace and p.prosecdef and p.provolatile = 'v'
        and has_function_privilege('app_web', p.oid, 'execute')
        -- Directly, or through app.change_refusal or app.take_note.
        and p.prosrc !~ 'app[.](may_change|change_refusal|take_note)[(]'
        -- A viewer never has the rights of a platform admin: tested below.
        and p.proname !~ '^admin_' order by 1`.execute(world.db)
    // The listed functions count attempts, open the scope, record a rejection, end the viewing, and report the process itself. Those in
    // `reading` only read, and change nothing but a setting of the transaction.
    const reading = new Set([
      'cosign_client',
      'cosign_queue',
      'cosign_sections',
      'is_signature_intact',
      'lock_signed_session',
      'review_averages',
      'signing_state',
    ])
    expect(rows.map((row) => row.name).filter((name) => !reading.has(name))).toEqual([
      'count_attempt',
      'end_process',
      'enter_session',
      'record_refused_access',
      'report_process',
      'stop_viewing',
    ])
  })
})

describe('as a viewer', () => {
  test('a viewer adds, changes and deletes no row of any table', async () => {
    const token = await viewing('owner', personas.ids.therapist)
    const { rows } = await sql<{ name: string; column: string | null; columns: string | null }>`
      select c.relname as name,
        (select string_agg(a.attname, ', ') from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          and a.attgenerated = '' and has_column_privilege('app_web', c.oid, a.attnum, 'INSERT')) as columns, (select a.attname from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          and has_column_privilege('app_web', c.oid, a.attnum, 'UPDATE') order by a.attnum limit 1) as column
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and (has_table_privilege('app_web', c.oid, 'INSERT') or has_any_column_privilege('app_web', c.oid, 'UPDATE'))
      order by 1`.execute(world.db)
    expect(rows.length).toBeGreaterThan(15)
    for (const { name, column, columns } of rows) {
      const { rowCount } = await inSession(token, [`select from ${name}`])
      const changed = await codeOf(inSession(token, [column ? `update ${name} set ${column} = ${column}` : 'select']))
      const removed = await codeOf(inSession(token, [`delete from ${name}`]))
      const add = columns ? `insert into ${name} (${columns}) select ${columns} from ${name} limit 1` : 'select'
      const added = await codeOf(inSession(token, [add]))
      expect([name, changed === readOnly || rowCount === 0 || !column]).toEqual([name, true])
      expect([name, [readOnly, refused].includes(removed) || rowCount === 0]).toEqual([name, true])
      expect([name, added === readOnly || rowCount === 0 || !columns || name === 'audit_events']).toEqual([name, true])
    }
    // Proves that there are rows to change: the therapist's record.
    const { rowCount: clients } = await inSession(token, [`select from clients where id = '${record.clientId}'`])
    expect(clients).toBe(1)
    expect(await codeOf(inSession(token, [`select from clients for update`]))).toBe(readOnly)
  })

  test('functions reject changes by a viewer', async () => {
    const token = await viewing('admin', personas.ids.owner)
    expect(await codeOf(inSession(token, [`select app.name_own_organization('Taken')`]))).toBe(readOnly)
    const nested = `select app.start_viewing('${personas.ids.therapist}', '${personas.organizationId}')`
    expect(await codeOf(inSession(token, [nested]))).toBe(readOnly)
  })

  test('a viewer sees neither rows outside the viewed organization nor the viewed user’s private rows', async () => {
    await buildRecord(world, { therapistId: personas.ids.therapist, organizationId: null })
    await buildMember(world, {
      organizationId: personas.otherOrganizationId,
      userId: personas.ids.therapist,
      role: 'admin',
    })
    const elsewhere = await buildRecord(world, {
      therapistId: personas.ids.therapist,
      organizationId: personas.otherOrganizationId,
    })
    await world.db.insertInto('suggestions').values({ user_id: personas.ids.therapist, content: 'A map.' }).execute()
    const ownToken = await newToken(personas.ids.therapist)
    const token = await viewing('owner', personas.ids.therapist)
    const visibleRows = async (by: string, table: string) => {
      const { rows } = await inSession(by, [
        `select count(*)::int as n, count(organization_id)::int as o from ${table}`,
      ])
      return rows[0]
    }
    expect(await visibleRows(ownToken, 'clients')).toEqual({ n: 3, o: 2 })
    for (const table of ['clients', 'uploads'])
      expect([table, await visibleRows(token, table)]).toEqual([table, { n: 1, o: 1 }])
    for (const table of ['sessions', 'notes', 'note_search', 'transcripts', 'insights']) {
      const { rows } = await inSession(token, [`select distinct organization_id as id from ${table}`])
      expect([table, rows]).toEqual([table, [{ id: personas.organizationId }]])
    }
    for (const table of ['live_recordings', 'live_chunks', 'suggestions']) {
      expect([table, (await inSession(ownToken, [`select from ${table}`])).rowCount === 0]).toEqual([table, false])
      expect([table, (await inSession(token, [`select from ${table}`])).rowCount]).toEqual([table, 0])
    }
    const { rows } = await inSession(token, ['select distinct organization_id as id from organization_members'])
    expect(rows).toEqual([{ id: personas.organizationId }])
    expect((await inSession(token, ['select from organizations'])).rowCount).toBe(1)
    const eventsFound = async (by: string, marker: string) => {
      const search = `select from app.search_notes('${marker}', null, '${personas.ids.therapist}', null, null, null, 100)`
      return (await inSession(by, [search])).rowCount
    }
    expect([await eventsFound(ownToken, elsewhere.marker), await eventsFound(token, elsewhere.marker)]).toEqual([2, 0])
    expect(await eventsFound(token, record.marker)).toBe(2)
  })

  test('a viewer never has the rights of a platform admin', async () => {
    await world.db.updateTable('users').set({ role: 'admin' }).where('id', '=', personas.ids.colleague).execute()
    const token = await viewing('owner', personas.ids.colleague)
    const { rows } = await inSession(token, [])
    expect(rows[0]).toMatchObject({
      user_id: personas.ids.colleague,
      platform_role: 'user',
      viewer_id: personas.ids.owner,
    })
    expect((await inSession(token, ['select app.is_platform_admin() as yes'])).rows).toEqual([{ yes: false }])
    const { rows: functions } = await sql<{ call: string }>`
      select format('select app.%I(%s)', p.proname, (select string_agg(format('null::%s', format_type(t, null)), ', ')
        from unnest(p.proargtypes) t)) as call
      from pg_proc p where p.pronamespace = 'app'::regnamespace and p.proname ~ '^admin_' and has_function_privilege('app_web', p.oid, 'execute')
      order by 1`.execute(world.db)
    for (const { call } of functions) expect([call, await codeOf(inSession(token, [call]))]).toEqual([call, refused])
  })

  test('the audit trail names the viewer, even if the writer supplies another actor', async () => {
    const token = await viewing('owner', personas.ids.therapist)
    const forge = `insert into audit_events (action, resource_type, actor_id, details)
      values ('test.read', 'account', '${personas.ids.therapist}', '{"viewing_as": null, "count": 1}')`
    await inSession(token, [forge], 'commit')
    const event = await world.db
      .selectFrom('audit_events')
      .selectAll()
      .where('action', '=', 'test.read')
      .executeTakeFirst()
    const details = { viewing_as: personas.ids.therapist, count: 1 }
    expect(event).toMatchObject({ chain: personas.ids.owner, actor_id: personas.ids.owner, details })
  })
})
