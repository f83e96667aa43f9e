import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPersonas, type Personas, type Person } from '#test/authorization/personas.ts'
import { buildClient, buildMember, buildOrganization, buildPasskey } from '#test/build.ts'
import type { World } from '#test/world.ts'
import { createRoleWorld, refused, type RoleConnection } from './as-role.ts'

let world: World
let personas: Personas
let web: RoleConnection
let worker: RoleConnection
let auth: RoleConnection
let close: () => Promise<void>

beforeAll(async () => {
  ;({ world, web, worker, auth, close } = await createRoleWorld())
  personas = await buildPersonas(world)
})
afterAll(() => close())

const members: readonly Person[] = [
  'therapist',
  'colleague',
  'supervisor',
  'otherSupervisor',
  'admin',
  'owner',
  'deactivated',
]

async function idsSeenBy(person: Person, table: string, column: string): Promise<string[]> {
  const { rows } = await web.as(personas.ids[person], `select ${column} as id from ${table}`)
  return rows.map((row: { id: string }) => row.id).toSorted()
}

describe('accounts', () => {
  test('accounts are visible to members of the same organization only', async () => {
    const memberIds = members.map((person) => personas.ids[person]).toSorted()
    for (const person of ['therapist', 'owner'] as const)
      expect(await idsSeenBy(person, 'users', 'id')).toEqual(memberIds)
    for (const person of ['noOrganization', 'platformAdmin'] as const) {
      expect(await idsSeenBy(person, 'users', 'id')).toEqual([personas.ids[person]])
    }
    expect((await web.as(null, 'select from users')).rowCount).toBe(0)
    expect((await worker.as(null, 'select from users')).rowCount).toBe(0)
  })

  test('an account is changed by its own user only', async () => {
    const all = await web.as(personas.ids.owner, `update users set first_name = 'Changed' returning id`)
    expect(all.rows).toEqual([{ id: personas.ids.owner }])
    expect(await worker.outcome(personas.ids.owner, `update users set first_name = 'Changed'`)).toBe(refused)
  })

  test.each([
    `role = 'admin'`,
    'is_active = true',
    `email = 'mine@example.test'`,
    `stripe_customer_id = 'cus_1'`,
    'email_verified = true',
    'id = app.new_id()',
    'created_at = now()',
  ])('a user cannot set %s of their own account', async (change) => {
    expect(await web.outcome(personas.ids.therapist, `update users set ${change}`)).toBe(refused)
  })

  test('web, worker and sign-in cannot delete accounts, and web and worker cannot create them', async () => {
    const make = `insert into users (email) values ('new@example.test')`
    for (const connection of [web, worker]) {
      expect(await connection.outcome(personas.ids.owner, make)).toBe(refused)
      expect(await connection.outcome(personas.ids.owner, 'delete from users')).toBe(refused)
    }
    expect(await auth.outcome(null, 'delete from users')).toBe(refused)
  })

  test('sign-up creates ordinary accounts only', async () => {
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

  test.each(tables)('the table %s is closed to web and worker', async (table) => {
    for (const connection of [web, worker]) {
      expect(await connection.outcome(personas.ids.owner, `select from ${table}`)).toBe(refused)
      expect(await connection.outcome(personas.ids.owner, `delete from ${table}`)).toBe(refused)
      expect(await connection.outcome(personas.ids.owner, `insert into ${table} default values`)).toBe(refused)
    }
  })
})

describe('passkeys', () => {
  test('only the user sees the names of their passkeys, and no user sees the keys', async () => {
    await buildPasskey(world, personas.ids.therapist, 'Laptop')
    expect(await idsSeenBy('therapist', 'auth_passkeys', 'name')).toEqual(['Laptop'])
    for (const person of ['colleague', 'supervisor', 'admin', 'owner', 'platformAdmin'] as const)
      expect([person, await idsSeenBy(person, 'auth_passkeys', 'name')]).toEqual([person, []])
    for (const attempt of [
      'select public_key from auth_passkeys',
      'select credential_id from auth_passkeys',
      `update auth_passkeys set name = 'Mine'`,
      'delete from auth_passkeys',
    ]) {
      expect([attempt, await web.outcome(personas.ids.therapist, attempt)]).toEqual([attempt, refused])
    }
    expect(await worker.outcome(personas.ids.therapist, 'select from auth_passkeys')).toBe(refused)
  })

  test('shared accounts of the demo practice get no passkeys and no authenticator apps', async () => {
    const id = 'de300000-0000-8000-8000-000000000009'
    await world.db.insertInto('users').values({ id, email: 'shared@example.test' }).execute()
    const app = `insert into auth_two_factors (user_id, secret, backup_codes) values ($1, 'x', 'y')`
    const key = `insert into auth_passkeys (user_id, name, public_key, credential_id, counter, device_type, backed_up)
      values ($1, 'Key', 'x', 'y', 0, 'singleDevice', false)`
    for (const statement of [app, key]) {
      expect(await auth.outcome(null, [statement, [id]])).toBe(refused)
      expect(await auth.outcome(null, [statement, [personas.ids.colleague]])).toBe('done')
    }
  })
})

describe('organizations and their members', () => {
  test('organizations and memberships are visible to members only', async () => {
    expect(await idsSeenBy('therapist', 'organizations', 'id')).toEqual([personas.organizationId])
    expect(await idsSeenBy('otherOwner', 'organizations', 'id')).toEqual([personas.otherOrganizationId])
    expect(await idsSeenBy('platformAdmin', 'organizations', 'id')).toEqual([])
    const memberIds = members.map((person) => personas.ids[person]).toSorted()
    expect(await idsSeenBy('therapist', 'organization_members', 'user_id')).toEqual(memberIds)
    expect(await idsSeenBy('noOrganization', 'organization_members', 'user_id')).toEqual([])
  })

  test('not even the owner writes organizations or memberships directly', async () => {
    const join = `insert into organization_members (organization_id, user_id, role) values ('${personas.organizationId}', '${personas.ids.noOrganization}', 'owner')`
    const attempts = [
      join,
      `update organization_members set role = 'owner'`,
      'update organization_members set managed_by = null',
      'delete from organization_members',
      `update organizations set name = 'Taken'`,
      `update organizations set owner_id = '${personas.ids.therapist}'`,
      'delete from organizations',
    ]
    for (const connection of [web, worker]) {
      for (const attempt of attempts) {
        expect([attempt, await connection.outcome(personas.ids.owner, attempt)]).toEqual([attempt, refused])
      }
    }
    expect(await auth.outcome(null, 'select from organizations')).toBe(refused)
    expect(await auth.outcome(null, join)).toBe(refused)
  })

  test('app.name_own_organization renames the organization for its owner only', async () => {
    const renameAs = async (person: Person) => {
      const { rows } = await web.as(
        personas.ids[person],
        `select app.name_own_organization('Renamed')`,
        'select name from organizations order by name',
      )
      return rows.map((row: { name: string }) => row.name)
    }
    expect(await renameAs('owner')).toEqual(['Renamed'])
    expect(await renameAs('admin')).toEqual(['Northside Clinic'])
    expect(await renameAs('noOrganization')).toEqual(['Renamed'])
    expect(await web.outcome(null, `select app.name_own_organization('Renamed')`)).toBe('28000')
  })
})

describe('the audit trail', () => {
  const write = `insert into audit_events (action, resource_type) values ('test.event', 'account')`

  test('audit events are append-only', async () => {
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

  test('the database sets actor, time, position and hashes of an audit event', async () => {
    const { therapist, owner } = personas.ids
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

  test('an audit event of another organization is rejected', async () => {
    const into = (organizationId: string) =>
      [
        `insert into audit_events (action, resource_type, organization_id) values ('test.event', 'account', $1)`,
        [organizationId],
      ] as const
    expect(await web.outcome(personas.ids.therapist, into(personas.organizationId))).toBe('done')
    expect(await web.outcome(personas.ids.therapist, into(personas.otherOrganizationId))).toBe(refused)
    expect(await web.outcome(personas.ids.therapist, into(randomUUID()))).toBe(refused)
    expect(await auth.outcome(null, into(personas.organizationId))).toBe(refused)
  })

  test('an event about a client joins the trail of the client’s organization if the writer belongs to it', async () => {
    const { userId: therapist } = await buildMember(world, { organizationId: personas.organizationId })
    const of = async (organizationId: string | null, therapistId: string) =>
      (await buildClient(world, { organizationId, therapistId })).id
    const inOrganization = await of(personas.organizationId, therapist)
    const inOther = await of(personas.otherOrganizationId, personas.ids.otherOwner)
    const withoutOrganization = await of(null, therapist)
    const { id: ownId } = await buildOrganization(world, { ownerId: therapist })
    const about = async (connection: RoleConnection, clientId: string) => {
      const insert = `insert into audit_events (action, resource_type, organization_id, client_id)
        values ('test.event', 'client', $1, $2) returning organization_id, hash = app.audit_hash(audit_events) as is_whole`
      return (await connection.as(therapist, [insert, [ownId, clientId]])).rows
    }
    for (const connection of [web, worker]) {
      expect(await about(connection, inOrganization)).toEqual([
        { organization_id: personas.organizationId, is_whole: true },
      ])
      expect(await about(connection, withoutOrganization)).toEqual([{ organization_id: null, is_whole: true }])
      for (const id of [inOther, randomUUID()])
        expect(await about(connection, id)).toEqual([{ organization_id: ownId, is_whole: true }])
    }
  })

  test('audit events are visible to their actor and to owner and admins', async () => {
    const api = await world.as(personas.ids.colleague)
    await api.clients.list({})
    const visibleRows = async (person: Person) =>
      (await web.as(personas.ids[person], ['select from audit_events where actor_id = $1', [personas.ids.colleague]]))
        .rowCount
    for (const person of ['colleague', 'admin', 'owner'] as const)
      expect([person, await visibleRows(person)]).toEqual([person, 1])
    for (const person of ['therapist', 'supervisor', 'otherSupervisor', 'otherOwner', 'platformAdmin'] as const) {
      expect([person, await visibleRows(person)]).toEqual([person, 0])
    }
    expect(await auth.outcome(null, 'select from audit_events')).toBe(refused)
    expect(await auth.outcome(null, write)).toBe('done')
  })
})

describe('suggestions', () => {
  const insert = 'insert into suggestions (user_id, organization_id, content) values ($1, $2, $3) returning id'

  test('a suggestion is visible to its sender only', async () => {
    const values = { user_id: personas.ids.therapist, organization_id: personas.organizationId, content: 'A map.' }
    const { id } = await world.db.insertInto('suggestions').values(values).returning('id').executeTakeFirstOrThrow()
    for (const connection of [web, worker]) {
      const seenBy = async (person: Person | null) =>
        (await connection.as(person && personas.ids[person], ['select from suggestions where id = $1', [id]])).rowCount
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

  test('users can send a suggestion only in their name and organization, and cannot change it', async () => {
    const { therapist, colleague } = personas.ids
    const sendSuggestion = (...values: unknown[]) => web.outcome(therapist, [insert, values])
    expect(await sendSuggestion(therapist, personas.organizationId, 'Mine.')).toBe('done')
    expect(await sendSuggestion(colleague, personas.organizationId, 'Not mine.')).toBe(refused)
    expect(await sendSuggestion(therapist, personas.otherOrganizationId, 'From elsewhere.')).toBe(refused)
    expect(await web.outcome(therapist, `update suggestions set content = 'Other.'`)).toBe(refused)
    expect(await worker.outcome(therapist, `update suggestions set content = 'Other.'`)).toBe(refused)
    for (const connection of [web, worker])
      expect(await connection.outcome(therapist, 'delete from suggestions')).toBe(refused)
  })
})
