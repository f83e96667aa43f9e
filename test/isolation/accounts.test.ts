import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildCast, type Cast, type Person } from '#test/authorization/personas.ts'
import { buildClient, buildMember, buildOrganization } from '#test/build.ts'
import { createWorld, type World } from '#test/world.ts'
import { connectAs, refused, type RoleConnection } from './as-role.ts'

let world: World
let cast: Cast
let web: RoleConnection
let worker: RoleConnection
let auth: RoleConnection

beforeAll(async () => {
  world = await createWorld()
  cast = await buildCast(world)
  web = await connectAs(world, 'app_web')
  worker = await connectAs(world, 'app_worker')
  auth = await connectAs(world, 'app_auth')
})
afterAll(async () => {
  await Promise.all([web.close(), worker.close(), auth.close()])
  await world.close()
})

const clinic: readonly Person[] = [
  'therapist',
  'colleague',
  'supervisor',
  'otherSupervisor',
  'admin',
  'owner',
  'deactivated',
]

async function idsSeenBy(person: Person, table: string, column: string): Promise<string[]> {
  const { rows } = await web.as(cast.ids[person], `select ${column} as id from ${table}`)
  return rows.map((row: { id: string }) => row.id).toSorted()
}

describe('accounts', () => {
  test('are seen by the people of the same clinic', async () => {
    const same = clinic.map((person) => cast.ids[person]).toSorted()
    for (const person of ['therapist', 'owner'] as const) expect(await idsSeenBy(person, 'users', 'id')).toEqual(same)
    for (const person of ['noOrganization', 'platformAdmin'] as const) {
      expect(await idsSeenBy(person, 'users', 'id')).toEqual([cast.ids[person]])
    }
    expect((await web.as(null, 'select from users')).rowCount).toBe(0)
    expect((await worker.as(null, 'select from users')).rowCount).toBe(0)
  })

  test('are changed by their own person only', async () => {
    const all = await web.as(cast.ids.owner, `update users set first_name = 'Changed' returning id`)
    expect(all.rows).toEqual([{ id: cast.ids.owner }])
    expect(await worker.outcome(cast.ids.owner, `update users set first_name = 'Changed'`)).toBe(refused)
  })

  test.each([
    `role = 'admin'`,
    'is_active = true',
    `email = 'mine@example.test'`,
    `stripe_customer_id = 'cus_1'`,
    'email_verified = true',
    'id = app.new_id()',
    'created_at = now()',
  ])('do not let their own person set %s', async (change) => {
    expect(await web.outcome(cast.ids.therapist, `update users set ${change}`)).toBe(refused)
  })

  test('are neither made nor removed by the application', async () => {
    const make = `insert into users (email) values ('new@example.test')`
    for (const connection of [web, worker]) {
      expect(await connection.outcome(cast.ids.owner, make)).toBe(refused)
      expect(await connection.outcome(cast.ids.owner, 'delete from users')).toBe(refused)
    }
    expect(await auth.outcome(null, 'delete from users')).toBe(refused)
  })

  test('made at sign-up are plain ones', async () => {
    const make = (columns: string, values: string) =>
      auth.outcome(null, `insert into users (email, ${columns}) values ('new@example.test', ${values})`)
    expect(await make('role', `'user'`)).toBe('done')
    expect(await make('role', `'admin'`)).toBe(refused)
    expect(await make('is_active', 'false')).toBe(refused)
    expect(await make('stripe_customer_id', `'cus_1'`)).toBe(refused)
    for (const change of [`role = 'admin'`, 'is_active = true', `stripe_customer_id = 'cus_1'`, `first_name = 'X'`]) {
      expect([change, await auth.outcome(null, `update users set ${change}`)]).toEqual([change, refused])
    }
  })
})

describe('sign-ins, passwords, reset links and limits', () => {
  const tables = [
    'auth_sessions',
    'auth_accounts',
    'auth_verifications',
    'auth_rate_limits',
    'auth_tries',
    'auth_two_factors',
    'auth_used_codes',
    'auth_email_changes',
    'storage_used',
    'email_codes',
    'demo_practice',
    'audit_heads',
    'viewings',
    'admin_grants',
  ]

  test.each(tables)('%s is closed to web and worker', async (table) => {
    for (const connection of [web, worker]) {
      expect(await connection.outcome(cast.ids.owner, `select from ${table}`)).toBe(refused)
      expect(await connection.outcome(cast.ids.owner, `delete from ${table}`)).toBe(refused)
      expect(await connection.outcome(cast.ids.owner, `insert into ${table} default values`)).toBe(refused)
    }
  })
})

describe('passkeys', () => {
  test('are named to their own person only; what verifies them, to nobody', async () => {
    await world.db
      .insertInto('auth_passkeys')
      .values({
        user_id: cast.ids.therapist,
        name: 'Laptop',
        public_key: 'key',
        credential_id: 'credential',
        counter: 0,
        device_type: 'singleDevice',
        backed_up: false,
      })
      .execute()
    expect(await idsSeenBy('therapist', 'auth_passkeys', 'name')).toEqual(['Laptop'])
    for (const person of ['colleague', 'supervisor', 'admin', 'owner', 'platformAdmin'] as const)
      expect([person, await idsSeenBy(person, 'auth_passkeys', 'name')]).toEqual([person, []])
    for (const attempt of [
      'select public_key from auth_passkeys',
      'select credential_id from auth_passkeys',
      `update auth_passkeys set name = 'Mine'`,
      'delete from auth_passkeys',
    ]) {
      expect([attempt, await web.outcome(cast.ids.therapist, attempt)]).toEqual([attempt, refused])
    }
    expect(await worker.outcome(cast.ids.therapist, 'select from auth_passkeys')).toBe(refused)
  })

  test('and authenticator apps are not made for the shared accounts of the demo practice', async () => {
    const id = 'de300000-0000-8000-8000-000000000009'
    await world.db.insertInto('users').values({ id, email: 'shared@example.test' }).execute()
    const app = `insert into auth_two_factors (user_id, secret, backup_codes) values ($1, 'x', 'y')`
    const key = `insert into auth_passkeys (user_id, name, public_key, credential_id, counter, device_type, backed_up)
      values ($1, 'Key', 'x', 'y', 0, 'singleDevice', false)`
    for (const statement of [app, key]) {
      expect(await auth.outcome(null, [statement, [id]])).toBe(refused)
      expect(await auth.outcome(null, [statement, [cast.ids.colleague]])).toBe('done')
    }
  })
})

describe('organizations and their members', () => {
  test('are seen by their members', async () => {
    expect(await idsSeenBy('therapist', 'organizations', 'id')).toEqual([cast.organizationId])
    expect(await idsSeenBy('otherOwner', 'organizations', 'id')).toEqual([cast.otherOrganizationId])
    expect(await idsSeenBy('platformAdmin', 'organizations', 'id')).toEqual([])
    const members = clinic.map((person) => cast.ids[person]).toSorted()
    expect(await idsSeenBy('therapist', 'organization_members', 'user_id')).toEqual(members)
    expect(await idsSeenBy('noOrganization', 'organization_members', 'user_id')).toEqual([])
  })

  test('are not written by hand, not even by their owner', async () => {
    const join = `insert into organization_members (organization_id, user_id, role) values ('${cast.organizationId}', '${cast.ids.noOrganization}', 'owner')`
    const attempts = [
      join,
      `update organization_members set role = 'owner'`,
      'update organization_members set managed_by = null',
      'delete from organization_members',
      `update organizations set name = 'Taken'`,
      `update organizations set owner_id = '${cast.ids.therapist}'`,
      'delete from organizations',
    ]
    for (const connection of [web, worker]) {
      for (const attempt of attempts) {
        expect([attempt, await connection.outcome(cast.ids.owner, attempt)]).toEqual([attempt, refused])
      }
    }
    expect(await auth.outcome(null, 'select from organizations')).toBe(refused)
    expect(await auth.outcome(null, join)).toBe(refused)
  })

  test('are renamed by their owner; a member of another’s clinic changes nothing', async () => {
    const named = async (person: Person) => {
      const { rows } = await web.as(
        cast.ids[person],
        `select app.name_own_organization('Renamed')`,
        'select name from organizations order by name',
      )
      return rows.map((row: { name: string }) => row.name)
    }
    expect(await named('owner')).toEqual(['Renamed'])
    expect(await named('admin')).toEqual(['Northside Clinic'])
    expect(await named('noOrganization')).toEqual(['Renamed'])
    expect(await web.outcome(null, `select app.name_own_organization('Renamed')`)).toBe('28000')
  })
})

describe('the audit trail', () => {
  const write = `insert into audit_events (action, resource_type) values ('test.event', 'account')`

  test('is only ever added to', async () => {
    for (const connection of [web, worker, auth]) {
      for (const attempt of [
        `update audit_events set action = 'other'`,
        'delete from audit_events',
        'truncate audit_events',
        'truncate audit_heads',
        `update audit_heads set seq = 0`,
      ]) {
        expect([attempt, await connection.outcome(null, attempt)]).toEqual([attempt, refused])
      }
    }
  })

  test('takes actor, time, place in the chain and hashes from the database alone', async () => {
    const { therapist, owner } = cast.ids
    const forge = `insert into audit_events (chain, seq, at, actor_id, action, resource_type, ip_address, user_agent, previous_hash, hash)
      values ($1, 7, '2001-01-01', $1, 'test.forged', 'account', '10.9.8.7', 'forged', 'x', 'y')`
    const read = `select chain, actor_id, seq, at > now() - interval '1 minute' as is_now, ip_address, user_agent,
      hash = app.audit_hash(e) as is_whole from audit_events e where action = 'test.forged'`
    const { rows } = await web.as(therapist, [forge, [owner]], read)
    expect(rows).toEqual([
      {
        chain: therapist,
        actor_id: therapist,
        seq: 1,
        is_now: true,
        ip_address: '127.0.0.1',
        user_agent: 'test',
        is_whole: true,
      },
    ])
  })

  test('of another clinic takes nothing', async () => {
    const into = (organizationId: string) =>
      [
        `insert into audit_events (action, resource_type, organization_id) values ('test.event', 'account', $1)`,
        [organizationId],
      ] as const
    expect(await web.outcome(cast.ids.therapist, into(cast.organizationId))).toBe('done')
    expect(await web.outcome(cast.ids.therapist, into(cast.otherOrganizationId))).toBe(refused)
    expect(await web.outcome(cast.ids.therapist, into(randomUUID()))).toBe(refused)
    expect(await auth.outcome(null, into(cast.organizationId))).toBe(refused)
  })

  test('of a client’s clinic is where an event about the client stands, whatever its writer says; of another clinic’s, not', async () => {
    const { userId: therapist } = await buildMember(world, { organizationId: cast.organizationId })
    const of = async (organizationId: string | null, therapistId: string) =>
      (await buildClient(world, { organizationId, therapistId })).id
    const clinics = await of(cast.organizationId, therapist)
    const others = await of(cast.otherOrganizationId, cast.ids.otherOwner)
    const nobodys = await of(null, therapist)
    const { id: ownId } = await buildOrganization(world, { ownerId: therapist })
    const about = async (connection: RoleConnection, clientId: string) => {
      const insert = `insert into audit_events (action, resource_type, organization_id, client_id)
        values ('test.event', 'client', $1, $2) returning organization_id, hash = app.audit_hash(audit_events) as is_whole`
      return (await connection.as(therapist, [insert, [ownId, clientId]])).rows
    }
    for (const connection of [web, worker]) {
      expect(await about(connection, clinics)).toEqual([{ organization_id: cast.organizationId, is_whole: true }])
      expect(await about(connection, nobodys)).toEqual([{ organization_id: null, is_whole: true }])
      for (const id of [others, randomUUID()])
        expect(await about(connection, id)).toEqual([{ organization_id: ownId, is_whole: true }])
    }
  })

  test('is read by the person and by the owner and admins of the clinic', async () => {
    const api = await world.as(cast.ids.colleague)
    await api.clients.list({})
    const seen = async (person: Person) =>
      (await web.as(cast.ids[person], ['select from audit_events where actor_id = $1', [cast.ids.colleague]])).rowCount
    for (const person of ['colleague', 'admin', 'owner'] as const)
      expect([person, await seen(person)]).toEqual([person, 1])
    for (const person of ['therapist', 'supervisor', 'otherSupervisor', 'otherOwner', 'platformAdmin'] as const) {
      expect([person, await seen(person)]).toEqual([person, 0])
    }
    expect(await auth.outcome(null, 'select from audit_events')).toBe(refused)
    expect(await auth.outcome(null, write)).toBe('done')
  })
})

describe('suggestions', () => {
  const insert = 'insert into suggestions (user_id, organization_id, content) values ($1, $2, $3) returning id'

  test('are read by nobody but their sender', async () => {
    const values = { user_id: cast.ids.therapist, organization_id: cast.organizationId, content: 'A map.' }
    const { id } = await world.db.insertInto('suggestions').values(values).returning('id').executeTakeFirstOrThrow()
    for (const connection of [web, worker]) {
      const seenBy = async (person: Person | null) =>
        (await connection.as(person && cast.ids[person], ['select from suggestions where id = $1', [id]])).rowCount
      expect(await seenBy('therapist')).toBe(1)
      for (const person of [
        'colleague',
        'supervisor',
        'admin',
        'owner',
        'otherOwner',
        'platformAdmin',
        null,
      ] as const) {
        expect([person, await seenBy(person)]).toEqual([person, 0])
      }
    }
  })

  test('are sent in nobody else’s name and from no other clinic, and do not change', async () => {
    const { therapist, colleague } = cast.ids
    const sent = (...values: unknown[]) => web.outcome(therapist, [insert, values])
    expect(await sent(therapist, cast.organizationId, 'Mine.')).toBe('done')
    expect(await sent(colleague, cast.organizationId, 'Not mine.')).toBe(refused)
    expect(await sent(therapist, cast.otherOrganizationId, 'From elsewhere.')).toBe(refused)
    expect(await web.outcome(therapist, `update suggestions set content = 'Other.'`)).toBe(refused)
    expect(await worker.outcome(therapist, `update suggestions set content = 'Other.'`)).toBe(refused)
    for (const connection of [web, worker])
      expect(await connection.outcome(therapist, 'delete from suggestions')).toBe(refused)
  })
})
