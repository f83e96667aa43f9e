import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { contract } from '#shared/contract/contract.ts'
import { buildRecord, type ClientRecord } from '#test/authorization/records.ts'
import { buildMember, buildPlatformAdmin } from '#test/build.ts'
import { type Api, createWorld, type World } from '#test/world.ts'

let world: World
let api: Api
let record: ClientRecord
let organizationId: string
let therapistId: string

beforeAll(async () => {
  world = await createWorld()
  ;({ api } = await buildPlatformAdmin(world))
  ;({ organizationId, userId: therapistId } = await buildMember(world))
  record = await buildRecord(world, { organizationId, therapistId })
  await writeMarkers()
})
afterAll(() => world.close())

/**
 * Text columns that the panel may show, by table: codes, and the name and contact of a client. All other text of a
 * record is clinical or points to clinical text.
 */
const administrativeColumns: Readonly<Record<string, readonly string[]>> = {
  clients: ['first_name', 'last_name', 'email', 'phone', 'status', 'search_keys', 'pronouns'],
  sessions: ['type', 'setting_type', 'status', 'source', 'contact'],
  session_series: ['type', 'frequency', 'time_zone'],
  notes: ['note_type', 'state', 'status', 'origin', 'drafter', 'model', 'second_reading'],
  note_versions: ['note_type', 'reason', 'drafter', 'model', 'second_reading'],
  note_review_items: ['item_id', 'kind', 'state', 'drafter', 'model'],
  note_requests: ['kind', 'note_type', 'state'],
  recordings: ['media_type', 'state'],
  session_progress: ['stage', 'error_code'],
  insights: ['state', 'analyst'],
  uploads: ['media_type', 'setting_type'],
  live_chunks: ['media_type'],
}

/**
 * Lists the text columns of record tables that `administrativeColumns` omits, without generated columns, which cannot
 * be written.
 */
async function textColumns(): Promise<{ table: string; column: string; type: string }[]> {
  const { rows } = await sql<{ table: string; column: string; type: string }>`
    select c.table_name as "table", c.column_name as "column", c.udt_name as type from information_schema.columns c
    where c.table_schema = 'public' and c.is_generated = 'NEVER' and c.udt_name in ('text', 'jsonb', 'json', '_text', 'varchar', 'tsvector')
      and exists (select from information_schema.columns t where t.table_schema = 'public' and t.table_name = c.table_name
        and t.column_name = 'therapist_id')`.execute(world.db)
  return rows.filter(({ table, column }) => !administrativeColumns[table]?.includes(column))
}

/** Writes the marker into the columns of `textColumns` in every row. */
async function writeMarkers() {
  await world.db.updateTable('clients').set({ first_name: 'Plain', last_name: 'Quill' }).execute()
  await sql`alter table note_versions disable trigger lock_version`.execute(world.db)
  for (const { table, column, type } of await textColumns()) {
    const value =
      type === '_text'
        ? sql`array[${record.marker}]::text[]`
        : type === 'jsonb'
          ? sql`jsonb_build_array(jsonb_build_object('content', ${record.marker}::text))`
          : sql`${record.marker}::text`
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value}`.execute(world.db)
  }
  await sql`alter table note_versions enable trigger lock_version`.execute(world.db)
}

test('textColumns finds clinical columns such as notes.sections, and all notes contain the marker', async () => {
  const columns = await textColumns()
  expect(columns.map(({ table, column }) => `${table}.${column}`)).toEqual(
    expect.arrayContaining([
      'notes.sections',
      'transcripts.utterances',
      'insights.insights',
      'recordings.storage_name',
    ]),
  )
  const { rows } = await sql<{
    has: boolean
  }>`select sections::text like ${`%${record.marker}%`} as has from notes`.execute(world.db)
  expect(rows.every(({ has }) => has)).toBe(true)
})

test('no endpoint of the admin panel returns anything from a note, transcript, insight or recording', async () => {
  const { clientId, sessionId } = record
  const other = await buildMember(world, { organizationId, role: 'supervisor' })
  const details = await api.admin.getUser({ userId: other.userId })
  const memberId = details.memberships[0]?.memberId ?? ''
  const endpoints: Record<keyof (typeof contract)['admin'], () => Promise<unknown>> = {
    listUsers: () => api.admin.listUsers({}),
    getUser: () => api.admin.getUser({ userId: therapistId }),
    updateUser: () => api.admin.updateUser({ userId: therapistId, firstName: 'Kim' }),
    listOrganizations: () => api.admin.listOrganizations({}),
    getOrganization: () => api.admin.getOrganization({ organizationId }),
    updateOrganization: () => api.admin.updateOrganization({ organizationId, name: 'Renamed' }),
    therapists: () => api.admin.therapists({ organizationId }),
    invite: () => api.admin.invite({ organizationId, email: 'new@example.test' }),
    justify: async () => [
      await api.admin.justify({ kind: 'client', id: clientId, justification: 'Ticket 12.' }),
      await api.admin.justify({ kind: 'session', id: sessionId, justification: 'Ticket 12.' }),
    ],
    listClients: () => api.admin.listClients({ search: 'plain' }),
    getClient: () => api.admin.getClient({ clientId }),
    updateClient: () => api.admin.updateClient({ clientId, phone: '555 0100' }),
    listSessions: () => api.admin.listSessions({ search: 'plain' }),
    getSession: () => api.admin.getSession({ sessionId }),
    listAccessReasons: () => api.admin.listAccessReasons({}),
    models: () => api.admin.models(),
    status: () => api.admin.status(),
    failedSessions: () => api.admin.failedSessions(),
    runAgain: () => api.admin.runAgain({ sessionId: null }),
    listRefusedAccess: async () => {
      await (await world.as(therapistId)).admin.listUsers({}).catch(() => undefined)
      return await api.admin.listRefusedAccess()
    },
    changeMemberRole: () => api.admin.changeMemberRole({ memberId, role: 'supervisor' }),
    assignSupervisor: () => api.admin.assignSupervisor({ memberId, supervisorId: null }),
    removeMember: () => api.admin.removeMember({ memberId }),
  }
  for (const [name, call] of Object.entries(endpoints)) {
    const text = JSON.stringify(await call())
    expect([name, text.length > 10, text.includes(record.marker)]).toEqual([name, true, false])
  }
  const events = await world.db
    .selectFrom('audit_events')
    .where('action', 'like', 'admin.%')
    .select('details')
    .execute()
  expect(JSON.stringify(events)).not.toContain(record.marker)
})

test('platform admins cannot read clients, notes, transcripts, recordings or insights outside the admin panel', async () => {
  const { clientId, sessionId } = record
  for (const call of [
    () => api.clients.get({ clientId }),
    () => api.notes.get({ sessionId }),
    () => api.transcripts.get({ sessionId }),
    () => api.recordings.playback({ sessionId }),
    () => api.insights.get({ sessionId }),
    () => api.audit.ofClient({ clientId }),
  ]) {
    await expect(call()).rejects.toMatchObject({ status: 404 })
  }
  expect((await api.clients.list({ status: 'all' })).items).toEqual([])
  expect((await api.notes.list({})).items).toEqual([])
})
