import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  buildCast,
  type Cast,
  holderOf,
  type Kind,
  kinds,
  type Principal,
  principals,
  type Relation,
  relations,
} from '#test/authorization/personas.ts'
import { buildRecord, type ClientRecord, nothing } from '#test/authorization/records.ts'
import { createWorld, type World } from '#test/world.ts'
import { connectAs, refused, type RoleConnection } from './as-role.ts'

/** How to find a record's row in each table of client records, and a change that its role may try. */
const tables = {
  clients: { key: 'id', of: 'clientId', change: `status = 'archived'` },
  sessions: { key: 'id', of: 'sessionId', change: `type = 'Couple'` },
  session_series: { key: 'id', of: 'seriesId', change: 'date_count = 2' },
  uploads: { key: 'id', of: 'uploadId', change: 'session_id = null' },
  upload_chunks: { key: 'upload_id', of: 'uploadId', change: null },
  live_recordings: { key: 'session_id', of: 'liveSessionId', change: 'saved_ms = 1' },
  live_chunks: { key: 'session_id', of: 'liveSessionId', change: null },
  recordings: { key: 'session_id', of: 'sessionId', change: `state = 'stored'` },
  session_progress: { key: 'session_id', of: 'sessionId', change: 'percent = 1' },
  transcripts: { key: 'session_id', of: 'sessionId', change: `language = 'de'` },
  transcript_corrections: { key: 'session_id', of: 'sessionId', change: null },
  notes: { key: 'session_id', of: 'sessionId', change: `state = 'failed'` },
  note_versions: { key: 'session_id', of: 'sessionId', change: null },
  note_requests: { key: 'session_id', of: 'sessionId', change: `state = 'failed'` },
  insights: { key: 'session_id', of: 'sessionId', change: `state = 'failed'` },
  note_search: { key: 'session_id', of: 'sessionId', change: `start_time = '08:00'` },
} as const satisfies Record<string, { key: string; of: keyof ClientRecord; change: string | null }>

type Table = keyof typeof tables
const tableNames = Object.keys(tables).filter((name): name is Table => name in tables)
const deletable: ReadonlySet<Table> = new Set(['uploads', 'upload_chunks', 'live_chunks', 'note_search'])

/** Nobody but the therapist hears or follows a session while it is recorded. */
const unheard: ReadonlySet<Table> = new Set(['live_recordings', 'live_chunks'])

/** Owner and admin keep these in order, too. */
const administered: ReadonlySet<Table> = new Set(['clients', 'note_search'])

/** Tables with rules of their own, in `accounts.test.ts` beside this file. */
const others = [
  'users',
  'auth_sessions',
  'auth_accounts',
  'auth_verifications',
  'auth_rate_limits',
  'auth_tries',
  'auth_two_factors',
  'auth_used_codes',
  'auth_email_changes',
  'storage_used',
  'auth_passkeys',
  'organizations',
  'organization_members',
  'audit_heads',
  'audit_events',
  'demo_practice',
  'former_members',
  'model_scores',
  'invitations',
  'invitation_secrets',
  'email_codes',
  'suggestions',
  'notices',
  'billing_customers',
  'subscriptions',
  'payment_events',
  'viewings',
  'admin_grants',
  'resources',
]

let world: World
let cast: Cast
let web: RoleConnection
let worker: RoleConnection
let auth: RoleConnection
const records = new Map<string, ClientRecord>()

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

async function recordOf(kind: Kind, principal: Principal): Promise<ClientRecord> {
  const holder = holderOf(cast, kind, principal)
  if (!holder) return nothing('nonExistent')
  const name = kind === 'own' ? `${kind} ${principal}` : kind
  const record = records.get(name) ?? (await buildRecord(world, holder))
  records.set(name, record)
  return record
}

test('every table of the database is looked at', async () => {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')`.execute(world.db)
  expect(rows.map((row) => row.name).toSorted()).toEqual([...tableNames, ...others].toSorted())
})

const scoped = principals.filter((principal) => principal !== 'deactivated')

describe.each(['app_web', 'app_worker'] as const)('as %s', (role) => {
  const connection = () => (role === 'app_web' ? web : worker)

  describe.each(scoped)('%s', (principal) => {
    const userId = () => (principal === 'anonymous' ? null : cast.ids[principal])

    test.each(tableNames)('%s', async (table) => {
      const { key, of, change } = tables[table]
      const isChangeable = change !== null && !(table === 'clients' && role === 'app_worker')
      const mayChange = (relation: Relation) =>
        relation === 'own' || (administered.has(table) && relation === 'administers' && role === 'app_web')
      /** How many rows a statement reached, or how it was refused. */
      const reach = async (text: string, id: string) => {
        const statement = [text, [id]] as const
        const outcome = await connection().outcome(userId(), statement)
        return outcome === 'done' ? (await connection().as(userId(), statement)).rowCount : outcome
      }
      for (const kind of kinds.filter((name) => name !== 'malformed')) {
        const id = (await recordOf(kind, principal))[of]
        const relation = relations[principal][kind]
        const rows = table === 'note_versions' ? 2 : 1
        const reached = {
          select: await reach(`select from ${table} where ${key} = $1`, id),
          update: await reach(`update ${table} set ${change ?? `${key} = ${key}`} where ${key} = $1`, id),
          delete: await reach(`delete from ${table} where ${key} = $1`, id),
        }
        expect({ kind, ...reached }).toEqual({
          kind,
          select: relation === 'own' || (relation !== 'hidden' && !unheard.has(table)) ? rows : 0,
          update: isChangeable ? Number(mayChange(relation)) : refused,
          delete: deletable.has(table) ? Number(relation === 'own') : refused,
        })
      }
    })
  })

  test('a deactivated account gets no scope', async () => {
    expect(await connection().outcome(cast.ids.deactivated, 'select')).toBe('28000')
  })
})

describe('searching in notes', () => {
  const search = 'select from app.search_notes($1, $2, $3, null, null, null, 1000)'

  test.each(scoped)('%s finds nothing of anybody else', async (principal) => {
    const userId = principal === 'anonymous' ? null : cast.ids[principal]
    for (const kind of ['supervised', 'colleagues', 'otherClinics', 'withoutOrganization'] as const) {
      const { marker } = await recordOf(kind, principal)
      const holder = holderOf(cast, kind, principal)
      const found = async (organization: unknown, therapist: unknown) =>
        (await web.as(userId, [search, [marker, organization, therapist]])).rowCount
      const relation = relations[principal][kind]
      const isAdministered = relation === 'administers' && holder?.organizationId !== null
      // The records of a client carry its name: both sessions are found.
      expect([kind, await found(null, holder?.therapistId)]).toEqual([
        kind,
        ['own', 'supervises'].includes(relation) ? 2 : 0,
      ])
      expect([kind, await found(holder?.organizationId, null)]).toEqual([kind, isAdministered ? 2 : 0])
      expect([kind, await found(null, null)]).toEqual([kind, 0])
    }
  })

  test('stays closed to the worker and to sign-in', async () => {
    for (const connection of [worker, auth])
      expect(await connection.outcome(null, [search, ['x', null, null]])).toBe(refused)
  })
})

test('app_auth sees no client record', async () => {
  for (const table of tableNames) expect(await auth.outcome(null, `select from ${table}`)).toBe(refused)
})

describe('a row of one’s own', () => {
  /** The columns of a table that point at another row. */
  async function pointers(table: Table) {
    const { rows } = await sql<{ column: string; target: string }>`
      select a.attname as column, c.confrelid::regclass::text as target
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
      where c.contype = 'f' and c.conrelid = ${table}::regclass order by 1`.execute(world.db)
    return rows
  }

  /** What the same row would be called if it were somebody else's. */
  function foreign(target: string, kind: 'colleagues' | 'otherClinics', record: ClientRecord): string {
    const ids: Record<string, string> = {
      clients: record.clientId,
      sessions: record.sessionId,
      session_series: record.seriesId,
      notes: record.sessionId,
      uploads: record.uploadId,
      live_recordings: record.liveSessionId,
      users: kind === 'colleagues' ? cast.ids.colleague : cast.otherTherapist,
      organizations: cast.otherOrganizationId,
    }
    const id = ids[target]
    if (!id) throw new Error(`nothing foreign is known for ${target}`)
    return id
  }

  /** Columns by table, without those that the database makes. */
  const written = new Map<string, string>()
  beforeAll(async () => {
    const { rows } = await sql<{ name: string; columns: string }>`
      select table_name as name, string_agg(column_name, ', ') as columns from information_schema.columns
      where table_schema = 'public' and is_generated = 'NEVER' group by table_name`.execute(world.db)
    for (const { name, columns } of rows) written.set(name, columns)
  })

  /** Writes the therapist's own row again, with some columns changed. A second copy may end at a unique key, after all policies. */
  function copy(table: Table, id: string, changes: Record<string, string>) {
    const { key } = tables[table]
    const columns = written.get(table)
    const text = `insert into ${table} (${columns}) select ${columns} from
      (select (jsonb_populate_record(t, $2::jsonb)).* from ${table} t where ${key} = $1 limit 1) copied`
    return [text, [id, JSON.stringify(changes)]] as const
  }

  test.each(tableNames)('%s: hangs on nothing that is somebody else’s', async (table) => {
    const own = await recordOf('supervised', 'therapist')
    const id = own[tables[table].of]
    for (const connection of [web, worker]) {
      expect(await connection.outcome(cast.ids.therapist, copy(table, id, {}))).toBe('23505')
      for (const kind of ['colleagues', 'otherClinics'] as const) {
        const other = await recordOf(kind, 'therapist')
        for (const { column, target } of await pointers(table)) {
          if (kind === 'colleagues' && target === 'organizations') continue
          const planted = { [column]: foreign(target, kind, other) }
          const outcome = await connection.outcome(cast.ids.therapist, copy(table, id, planted))
          // A trigger replaces what the writer says with the writer: the copy ends at the unique key.
          const expected = column === 'rendered_by' ? '23505' : refused
          expect({ kind, column, outcome }).toEqual({ kind, column, outcome: expected })
        }
      }
    }
  })

  test.each(tableNames)('%s: is not moved to somebody else', async (table) => {
    const own = await recordOf('supervised', 'therapist')
    for (const { column, target } of await pointers(table)) {
      const other = await recordOf('otherClinics', 'therapist')
      const text = `update ${table} set ${column} = $2 where ${tables[table].key} = $1`
      for (const connection of [web, worker]) {
        const values = [own[tables[table].of], foreign(target, 'otherClinics', other)]
        expect([column, await connection.outcome(cast.ids.therapist, [text, values])]).toEqual([column, refused])
      }
    }
  })

  test('is not written in a clinic that one only supervises or administers', async () => {
    const own = await recordOf('supervised', 'therapist')
    for (const person of ['supervisor', 'admin', 'owner', 'platformAdmin'] as const) {
      const text = `insert into clients (organization_id, therapist_id, first_name, last_name) values ($1, $2, 'Planted', 'Row')`
      const values = [cast.organizationId, cast.ids.therapist]
      expect([person, await web.outcome(cast.ids[person], [text, values])]).toEqual([person, refused])
      const note = `insert into note_requests (session_id, organization_id, therapist_id, kind, note_type) values ($1, $2, $3, 'draft', 'SOAP')`
      const asked = [own.sessionId, cast.organizationId, cast.ids.therapist]
      expect([person, await web.outcome(cast.ids[person], [note, asked])]).toEqual([person, refused])
    }
  })
})
