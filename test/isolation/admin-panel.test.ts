import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPersonas, type Personas, type Person } from '#test/authorization/personas.ts'
import { createWorld, type World } from '#test/world.ts'
import { buildRecord } from '#test/authorization/records.ts'
import { buildMember, buildPlatformAdmin } from '#test/build.ts'
import { connectAs, refused, type RoleConnection } from './as-role.ts'

let world: World
let personas: Personas
let web: RoleConnection
let panel: RoleConnection

beforeAll(async () => {
  world = await createWorld()
  personas = await buildPersonas(world)
  web = await connectAs(world, 'app_web')
  panel = await connectAs(world, 'app_admin')
})
afterAll(async () => {
  await web.close()
  await panel.close()
  await world.close()
})

/** SQLSTATE of a sign-in that does not exist or whose account is deactivated. */
const notSignedIn = '28000'
const enter = `select app.enter_admin_session($1, '127.0.0.1', 'test')`

/** A sign-in of a new platform admin who gave a second factor in it. */
async function adminSession(): Promise<{ id: string; userId: string; token: string }> {
  const { userId } = await buildPlatformAdmin(world)
  return await world.db
    .selectFrom('auth_sessions')
    .where('user_id', '=', userId)
    .select(['id', 'user_id as userId', 'token'])
    .executeTakeFirstOrThrow()
}

const later = () => new Date(Date.now() + 60_000)

const setUser = (id: string, values: { two_factor_enabled?: boolean; role?: string; is_active?: boolean }) =>
  world.db.updateTable('users').set(values).where('id', '=', id).execute()

describe('app_admin', () => {
  test('only an active platform admin can enter app_admin, with a sign-in that has a second factor', async () => {
    const people: Person[] = ['therapist', 'admin', 'owner', 'platformAdmin', 'verifiedAdmin', 'deactivated']
    for (const person of people) {
      // The sign-ins of this connection have no second factor.
      const outcome = await panel.outcome(personas.ids[person], 'select')
      expect([person, outcome]).toEqual([person, person === 'deactivated' ? notSignedIn : refused])
    }
    const session = await adminSession()
    const enters = () => panel.outcome(null, [enter, [session.token]])
    expect(await enters()).toBe('done')
    const lost: [string, () => Promise<unknown>, string][] = [
      ['no second factor set up', () => setUser(session.userId, { two_factor_enabled: false }), refused],
      ['no longer a platform admin', () => setUser(session.userId, { role: 'user' }), refused],
      ['suspended', () => setUser(session.userId, { is_active: false }), notSignedIn],
    ]
    for (const [reason, lose, code] of lost) {
      await lose()
      expect([reason, await enters()]).toEqual([reason, code])
      await setUser(session.userId, { two_factor_enabled: true, role: 'admin', is_active: true })
      expect(await enters()).toBe('done')
    }
    await world.db
      .updateTable('auth_sessions')
      .set({ second_factor_at: null })
      .where('token', '=', session.token)
      .execute()
    expect(await enters()).toBe(refused)
    expect(await panel.outcome(null, [enter, ['no such token']])).toBe(notSignedIn)
  })

  test('an owner who views as a platform admin cannot enter app_admin', async () => {
    const viewedAdmin = await adminSession()
    await buildMember(world, { organizationId: personas.organizationId, userId: viewedAdmin.userId })
    const [viewer] = await world.db
      .insertInto('auth_sessions')
      .values({ user_id: personas.ids.owner, token: 'viewing', expires_at: later(), second_factor_at: new Date() })
      .returning('id')
      .execute()
    await world.db
      .insertInto('viewings')
      .values({
        auth_session_id: viewer?.id ?? '',
        viewer_id: personas.ids.owner,
        viewed_id: viewedAdmin.userId,
        organization_id: personas.organizationId,
      })
      .execute()
    const scope = await web.as(
      null,
      [`select app.enter_session($1, '', '')`, ['viewing']],
      'select app.user_id() as id',
    )
    expect(scope.rows).toEqual([{ id: viewedAdmin.userId }])
    expect(await panel.outcome(null, [enter, ['viewing']])).toBe(refused)
  })

  test('app_admin remains entered for one transaction: the next one on the connection cannot write an event', async () => {
    const session = await adminSession()
    const event = `insert into audit_events (action, resource_type) values ('admin.users_listed', 'account')`
    expect(await panel.outcome(null, [enter, [session.token]], event)).toBe('done')
    expect(await panel.outcome(null, event)).toBe(refused)
    const forged = [
      `select set_config('app.user_id', '${session.userId}', true)`,
      `select set_config('app.session_id', '${personas.ids.owner}', true)`,
    ]
    expect(await panel.outcome(null, ...forged, event)).toBe(refused)
    expect((await panel.as(null, 'select current_user, app.is_platform_admin() as is_admin')).rows).toEqual([
      { current_user: expect.stringMatching(/^app_admin_/), is_admin: false },
    ])
  })

  test('app_admin reads only the columns that the panel shows', async () => {
    const { rows } = await sql<{ columns: string }>`
      select format('%I: %s', table_name, string_agg(column_name, ', ' order by ordinal_position)) as columns
      from information_schema.columns where table_schema in ('public', 'app', 'test_payments', 'installation', 'migrations')
        and has_schema_privilege('app_admin', table_schema, 'usage')
        and has_column_privilege('app_admin', format('%I.%I', table_schema, table_name), column_name, 'select')
      group by table_name order by table_name collate "C"`.execute(world.db)
    expect(rows.map((row) => row.columns)).toEqual([
      'audit_events: chain, seq, at, actor_id, organization_id, action, resource_type, resource_id, client_id, details, ip_address, user_agent',
      'auth_sessions: user_id, updated_at',
      'backups: id, began_at, finished_at, failure, row_count, file_count, lost_file_count, size',
      'clients: id, organization_id, therapist_id, first_name, last_name, status, created_at, updated_at, search_keys',
      'model_scores: id, model, measured_at, result',
      'organization_members: id, organization_id, user_id, role, managed_by, created_at',
      'organizations: id, name, owner_id, subscription_plan, subscription_status, created_at, updated_at, search_keys',
      'processes: id, host, pid, roles, version, began_at, heartbeat_at, memory, engines, worker_jobs',
      'session_progress: session_id, stage, error_code, updated_at',
      'sessions: id, organization_id, therapist_id, client_id, date, start_time, end_time, type, setting_type, status, created_at, updated_at',
      'users: id, email, email_verified, role, first_name, last_name, clinic_name, phone_office, license_type, is_active, created_at, updated_at, current_organization_id, search_keys',
    ])
  })

  test('app_admin cannot read notes, transcripts, recordings, keys, passwords or tokens, not even as a platform admin', async () => {
    const { token } = await adminSession()
    const attempts = [
      'select sections from notes',
      'select from notes',
      'select utterances from transcripts',
      'select insights from insights',
      'select storage_name from recordings',
      'select recording_url from sessions',
      'select participants from sessions',
      'select email, phone from clients',
      'select treatment_approach from clients',
      'select error from session_progress',
      'select words from note_search',
      'select data from live_chunks',
      'select token from auth_sessions',
      'select password from auth_accounts',
      'select secret from auth_two_factors',
      'select from auth_passkeys',
      'select from auth_verifications',
      'select from invitation_secrets',
      'select from email_codes',
      'select customer_id from billing_customers',
      'select hash from audit_heads',
      'select * from users',
      'select * from clients',
      'select value from installation.secret_checks',
    ]
    for (const attempt of attempts) {
      expect([attempt, await panel.outcome(null, [enter, [token]], attempt)]).toEqual([attempt, refused])
    }
  })

  test('app_admin reads only events that the panel lists', async () => {
    const actions = ['client.listed', 'access.refused']
    await world.db
      .insertInto('audit_events')
      .values(actions.map((action) => ({ action, resource_type: 'account' })))
      .execute()
    const { token } = await adminSession()
    const read = await panel.as(null, [enter, [token]], 'select distinct action from audit_events')
    const shown = [
      'access.refused',
      'account.password_refused',
      'account.second_factor_failed',
      'account.sign_in_failed',
      'admin.access_justified',
    ]
    const seen = read.rows.map((row) => row.action)
    expect(seen).toContain('access.refused')
    expect(shown).toEqual(expect.arrayContaining(seen))
  })

  test('app_admin changes no row of any table, and adds only events of the panel', async () => {
    const { token } = await adminSession()
    const { rows } = await sql<{ name: string; column: string }>`
      select format('%I.%I', table_schema, table_name) as name, min(column_name) as column from information_schema.columns
      where table_schema in ('public', 'test_payments', 'installation', 'migrations') group by 1`.execute(world.db)
    expect(rows.length).toBeGreaterThan(40)
    for (const { name, column } of rows) {
      const attempts = [`delete from ${name}`, `update ${name} set ${column} = null`, `truncate ${name}`]
      if (name !== 'public.audit_events') attempts.push(`insert into ${name} default values`)
      for (const attempt of attempts) {
        expect([attempt, await panel.outcome(null, [enter, [token]], attempt)]).toEqual([attempt, refused])
      }
    }
    const event = `insert into audit_events (action, resource_type) values ('client.read', 'client')`
    expect(await panel.outcome(null, [enter, [token]], event)).toBe(refused)
  })

  test('app_admin reads a record that was opened with a reason only while the reason is valid, and only in that sign-in', async () => {
    const holders = { organizationId: personas.organizationId, therapistId: personas.ids.therapist }
    const { clientId, sessionId } = await buildRecord(world, holders)
    const [session, other] = [await adminSession(), await adminSession()]
    const openedRecords = async (token: string) => [
      (await panel.as(null, [enter, [token]], ['select from app.admin_client_contact($1)', [clientId]])).rowCount,
      (await panel.as(null, [enter, [token]], ['select from app.admin_session_contents($1)', [sessionId]])).rowCount,
    ]
    expect(await openedRecords(session.token)).toEqual([0, 0])
    const expires_at = later()
    const grants = [
      { kind: 'client', resource_id: clientId },
      { kind: 'session', resource_id: sessionId },
    ]
    await world.db
      .insertInto('admin_grants')
      .values(grants.map((grant) => ({ ...grant, auth_session_id: session.id, expires_at })))
      .execute()
    expect(await openedRecords(session.token)).toEqual([1, 1])
    expect(await openedRecords(other.token)).toEqual([0, 0])
    await world.db
      .updateTable('admin_grants')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .execute()
    expect(await openedRecords(session.token)).toEqual([0, 0])
  })
})

test('functions of the admin panel reject app_web, and app_admin without a sign-in of a platform admin', async () => {
  const { rows } = await sql<{ call: string }>`select format('select app.%I(%s)', proname,
      (select string_agg(format('null::%s', format_type(t, null)), ', ') from unnest(proargtypes::oid[]) t)) as call
    from pg_proc where pronamespace = 'app'::regnamespace and proname like 'admin\_%'
      and has_function_privilege('app_admin', oid, 'execute') and provolatile = 'v' and proname <> 'admin_session_contents'`.execute(
    world.db,
  )
  const all = rows.map((row) => row.call)
  // Two of the functions also exist with the parameters of the previous version.
  expect(all).toHaveLength(13)
  const people: (Person | null)[] = ['therapist', 'admin', 'owner', 'platformAdmin', 'verifiedAdmin', null]
  for (const call of all) {
    for (const person of people) {
      expect([person, call, await web.outcome(person && personas.ids[person], call)]).toEqual([person, call, refused])
    }
    expect([call, await panel.outcome(null, call)]).toEqual([call, refused])
    const scope = `select set_config('app.user_id', '${personas.ids.verifiedAdmin}', true)`
    expect([call, await panel.outcome(null, scope, call)]).toEqual([call, refused])
  }
})

test('app.client_trail returns events only to users who may see the client', async () => {
  const holders = { organizationId: personas.organizationId, therapistId: personas.ids.therapist }
  const inClinic = (await buildRecord(world, holders)).clientId
  const ownClient = (await buildRecord(world, { ...holders, organizationId: null })).clientId
  for (const clientId of [inClinic, ownClient]) {
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
    return [await events(inClinic), await events(ownClient)]
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
