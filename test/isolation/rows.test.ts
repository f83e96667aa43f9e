import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  buildPersonas,
  type Personas,
  holderOf,
  type Kind,
  kinds,
  type Principal,
  principals,
  type Relation,
  relations,
} from '#test/authorization/personas.ts'
import { buildRecord, type ClientRecord, missingRecord } from '#test/authorization/records.ts'
import type { World } from '#test/world.ts'
import { createRoleWorld, refused, type RoleConnection } from './as-role.ts'

/** For each table of client records: the key of a record's row, and an update to try. */
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
  transcript_edits: { key: 'session_id', of: 'sessionId', change: null },
  notes: { key: 'session_id', of: 'sessionId', change: `state = 'failed'` },
  note_versions: { key: 'session_id', of: 'sessionId', change: null },
  note_requests: { key: 'session_id', of: 'sessionId', change: `state = 'failed'` },
  note_review_items: { key: 'session_id', of: 'sessionId', change: `state = 'open'` },
  insights: { key: 'session_id', of: 'sessionId', change: `state = 'failed'` },
  note_copies: { key: 'session_id', of: 'sessionId', change: null },
  note_search: { key: 'session_id', of: 'sessionId', change: `start_time = '08:00'` },
} as const satisfies Record<string, { key: string; of: keyof ClientRecord; change: string | null }>

type Table = keyof typeof tables
const tableNames = Object.keys(tables).filter((name): name is Table => name in tables)
const deletable: ReadonlySet<Table> = new Set(['uploads', 'upload_chunks', 'live_chunks', 'note_search'])

/** Only the therapist sees a session while it is recorded. */
const therapistOnly: ReadonlySet<Table> = new Set(['live_recordings', 'live_chunks'])

/** Owner and admins may update these, too. */
const administered: ReadonlySet<Table> = new Set(['clients', 'note_search'])

/** Tables with other rules, which the other files of this folder test. */
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
  'signature_heads',
  'note_signatures',
  'note_supersessions',
  'note_addenda',
  'deletion_receipts',
  'psychotherapy_notes',
  'copy_profiles',
  'note_comments',
  'cosign_assignments',
  'note_templates',
  'snippets',
  'note_template_versions',
  'template_examples',
  'backups',
  'amendment_requests',
  'amendment_steps',
  'record_releases',
  'legal_holds',
  'legal_hold_lifts',
  'review_figures',
  'processes',
  'transcription_passages',
  'wal_archive',
  'own_voices',
]

let world: World
let personas: Personas
let web: RoleConnection
let worker: RoleConnection
let auth: RoleConnection
let close: () => Promise<void>
const records = new Map<string, ClientRecord>()

beforeAll(async () => {
  ;({ world, web, worker, auth, close } = await createRoleWorld())
  personas = await buildPersonas(world)
})
afterAll(() => close())

async function recordOf(kind: Kind, principal: Principal): Promise<ClientRecord> {
  const holder = holderOf(personas, kind, principal)
  if (!holder) return missingRecord('nonExistent')
  const name = kind === 'own' ? `${kind} ${principal}` : kind
  const record = records.get(name) ?? (await buildRecord(world, holder))
  records.set(name, record)
  return record
}

test('the tests of this folder cover every table', async () => {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')`.execute(world.db)
  expect(rows.map((row) => row.name).toSorted()).toEqual([...tableNames, ...others].toSorted())
})

const scoped = principals.filter((principal) => principal !== 'deactivated')

describe.each(['app_web', 'app_worker'] as const)('as %s', (role) => {
  const connection = () => (role === 'app_web' ? web : worker)

  describe.each(scoped)('%s', (principal) => {
    const userId = () => (principal === 'anonymous' ? null : personas.ids[principal])

    test.each(tableNames)(
      'rows of %s are read and written according to the caller’s relation to the record',
      async (table) => {
        const { key, of, change } = tables[table]
        const isChangeable = change !== null && !(table === 'clients' && role === 'app_worker')
        const mayChange = (relation: Relation) =>
          relation === 'own' || (administered.has(table) && relation === 'administers' && role === 'app_web')
        /** The number of rows that a statement reached, or its SQLSTATE. */
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
            select: relation === 'own' || (relation !== 'hidden' && !therapistOnly.has(table)) ? rows : 0,
            update: isChangeable ? Number(mayChange(relation)) : refused,
            delete: deletable.has(table) ? Number(relation === 'own') : refused,
          })
        }
      },
    )
  })

  test('a deactivated account gets no scope', async () => {
    expect(await connection().outcome(personas.ids.deactivated, 'select')).toBe('28000')
  })
})

describe('searching in notes', () => {
  const search = 'select from app.search_notes($1, $2, $3, null, null, null, 1000)'

  test.each(scoped)('%s finds only notes that they may see', async (principal) => {
    const userId = principal === 'anonymous' ? null : personas.ids[principal]
    for (const kind of ['supervised', 'colleagues', 'otherClinics', 'withoutOrganization'] as const) {
      const { marker } = await recordOf(kind, principal)
      const holder = holderOf(personas, kind, principal)
      const rowsFound = async (organization: unknown, therapist: unknown) =>
        (await web.as(userId, [search, [marker, organization, therapist]])).rowCount
      const relation = relations[principal][kind]
      const isAdministered = relation === 'administers' && holder?.organizationId !== null
      // Both sessions are found, because both have the client's name.
      expect([kind, await rowsFound(null, holder?.therapistId)]).toEqual([
        kind,
        ['own', 'supervises'].includes(relation) ? 2 : 0,
      ])
      expect([kind, await rowsFound(holder?.organizationId, null)]).toEqual([kind, isAdministered ? 2 : 0])
      expect([kind, await rowsFound(null, null)]).toEqual([kind, 0])
    }
  })

  test('app_worker and app_auth cannot search notes', async () => {
    for (const connection of [worker, auth])
      expect(await connection.outcome(null, [search, ['x', null, null]])).toBe(refused)
  })
})

test('app_auth sees no client record', async () => {
  for (const table of tableNames) expect(await auth.outcome(null, `select from ${table}`)).toBe(refused)
})

describe('references and ownership', () => {
  /** The columns of a table that point at another row. */
  async function pointers(table: Table) {
    const { rows } = await sql<{ column: string; target: string }>`
      select a.attname as column, c.confrelid::regclass::text as target
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
      where c.contype = 'f' and c.conrelid = ${table}::regclass order by 1`.execute(world.db)
    return rows
  }

  /** The id of the corresponding row of another user. */
  function foreign(target: string, kind: 'colleagues' | 'otherClinics', record: ClientRecord): string {
    const ids: Record<string, string> = {
      clients: record.clientId,
      sessions: record.sessionId,
      session_series: record.seriesId,
      notes: record.sessionId,
      uploads: record.uploadId,
      live_recordings: record.liveSessionId,
      users: kind === 'colleagues' ? personas.ids.colleague : personas.otherTherapist,
      organizations: personas.otherOrganizationId,
    }
    const id = ids[target]
    if (!id) throw new Error(`there is no foreign row for ${target}`)
    return id
  }

  /** Columns by table, without generated ones. */
  const columnsOfTable = new Map<string, string>()
  beforeAll(async () => {
    const { rows } = await sql<{ name: string; columns: string }>`
      select table_name as name, string_agg(column_name, ', ') as columns from information_schema.columns
      where table_schema = 'public' and is_generated = 'NEVER' group by table_name`.execute(world.db)
    for (const { name, columns } of rows) columnsOfTable.set(name, columns)
  })

  /** Inserts a copy of the therapist's row with some columns changed. If all policies pass, the insert fails at a unique key. */
  function copy(table: Table, id: string, changes: Record<string, string>) {
    const { key } = tables[table]
    const columns = columnsOfTable.get(table)
    const text = `insert into ${table} (${columns}) select ${columns} from
      (select (jsonb_populate_record(t, $2::jsonb)).* from ${table} t where ${key} = $1 limit 1) copied`
    return [text, [id, JSON.stringify(changes)]] as const
  }

  test.each(tableNames)('a row of %s cannot refer to rows of another user', async (table) => {
    const ownRecord = await recordOf('supervised', 'therapist')
    const id = ownRecord[tables[table].of]
    for (const connection of [web, worker]) {
      expect(await connection.outcome(personas.ids.therapist, copy(table, id, {}))).toBe('23505')
      for (const kind of ['colleagues', 'otherClinics'] as const) {
        const other = await recordOf(kind, 'therapist')
        for (const { column, target } of await pointers(table)) {
          if (kind === 'colleagues' && target === 'organizations') continue
          const planted = { [column]: foreign(target, kind, other) }
          const outcome = await connection.outcome(personas.ids.therapist, copy(table, id, planted))
          // A trigger replaces the value by the writer, so all policies pass.
          const expected = column === 'rendered_by' ? '23505' : refused
          expect({ kind, column, outcome }).toEqual({ kind, column, outcome: expected })
        }
      }
    }
  })

  test.each(tableNames)('a row of %s cannot be moved to another user', async (table) => {
    const ownRecord = await recordOf('supervised', 'therapist')
    for (const { column, target } of await pointers(table)) {
      const other = await recordOf('otherClinics', 'therapist')
      const text = `update ${table} set ${column} = $2 where ${tables[table].key} = $1`
      for (const connection of [web, worker]) {
        const values = [ownRecord[tables[table].of], foreign(target, 'otherClinics', other)]
        expect([column, await connection.outcome(personas.ids.therapist, [text, values])]).toEqual([column, refused])
      }
    }
  })

  test('supervisors, admins and owners cannot insert rows for a therapist', async () => {
    const ownRecord = await recordOf('supervised', 'therapist')
    for (const person of ['supervisor', 'admin', 'owner', 'platformAdmin'] as const) {
      const text = `insert into clients (organization_id, therapist_id, first_name, last_name) values ($1, $2, 'Planted', 'Row')`
      const values = [personas.organizationId, personas.ids.therapist]
      expect([person, await web.outcome(personas.ids[person], [text, values])]).toEqual([person, refused])
      const note = `insert into note_requests (session_id, organization_id, therapist_id, kind, note_type) values ($1, $2, $3, 'draft', 'SOAP')`
      const asked = [ownRecord.sessionId, personas.organizationId, personas.ids.therapist]
      expect([person, await web.outcome(personas.ids[person], [note, asked])]).toEqual([person, refused])
    }
  })
})
