import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPersonas, type Personas, principals } from '#test/authorization/personas.ts'
import { buildRecord, type ClientRecord } from '#test/authorization/records.ts'
import type { World } from '#test/world.ts'
import { viewAs } from '#test/viewing.ts'
import { connectAs, createRoleWorld, refused, type RoleConnection } from './as-role.ts'

let world: World
let personas: Personas
let web: RoleConnection
let worker: RoleConnection
let close: () => Promise<void>
/** A record of the therapist. Supervisor, admin and owner see all of it except the psychotherapy note. */
let record: ClientRecord

beforeAll(async () => {
  ;({ world, web, worker, close } = await createRoleWorld())
  personas = await buildPersonas(world)
  const { organizationId, ids } = personas
  record = await buildRecord(world, { therapistId: ids.therapist, organizationId })
})
afterAll(() => close())

const columns = 'id, organization_id, client_id, author_id, request_id, sealed'
/** A copy of the note with other values. */
const copy = (changes: object) =>
  [
    `insert into public.psychotherapy_notes (${columns}) select ${columns} from (select (jsonb_populate_record(t, $2::jsonb)).*
     from public.psychotherapy_notes t where id = $1) copied`,
    [record.psychotherapyNoteId, JSON.stringify({ id: record.sessionId, request_id: record.sessionId, ...changes })],
  ] as const

describe('a psychotherapy note', () => {
  test.each(principals.filter((principal) => principal !== 'deactivated'))(
    '%s can read and change a psychotherapy note only as its author',
    async (principal) => {
      const userId = principal === 'anonymous' ? null : personas.ids[principal]
      const reached = principal === 'therapist' ? 1 : 0
      const rows = async (text: string) => (await web.as(userId, [text, [record.psychotherapyNoteId]])).rowCount
      expect(await rows('select from psychotherapy_notes where id = $1')).toBe(reached)
      expect(await rows('update psychotherapy_notes set version = version + 1 where id = $1')).toBe(reached)
      expect(await rows('delete from psychotherapy_notes where id = $1')).toBe(reached)
    },
  )

  test.each(['app_worker', 'app_auth', 'app_admin', 'app_payments'] as const)(
    '%s has no right to psychotherapy notes',
    async (role) => {
      const connection = await connectAs(world, role)
      const attempts = [
        'select from public.psychotherapy_notes',
        'update public.psychotherapy_notes set version = 2',
        'delete from public.psychotherapy_notes',
        copy({}),
      ]
      const userId = role === 'app_worker' ? personas.ids.therapist : null
      for (const attempt of attempts) expect(await connection.outcome(userId, attempt)).toBe(refused)
      await connection.close()
    },
  )

  test('the author, client and dates of a psychotherapy note cannot be changed', async () => {
    const names = ['id', 'organization_id', 'client_id', 'author_id', 'request_id', 'created_at', 'updated_at']
    for (const column of names) {
      const change = `update psychotherapy_notes set ${column} = ${column}`
      expect([column, await web.outcome(personas.ids.therapist, change)]).toEqual([column, refused])
    }
  })

  test('users can write a psychotherapy note only in their name, about their client and in the client’s organization', async () => {
    const { ids, organizationId, otherOrganizationId } = personas
    const others = await buildRecord(world, { therapistId: ids.colleague, organizationId })
    expect(await web.outcome(ids.therapist, copy({}))).toBe('done')
    expect(await web.outcome(ids.therapist, copy({ author_id: ids.colleague }))).toBe(refused)
    expect(await web.outcome(ids.therapist, copy({ client_id: others.clientId }))).toBe(refused)
    expect(await web.outcome(ids.therapist, copy({ organization_id: otherOrganizationId }))).toBe(refused)
    expect(await web.outcome(ids.therapist, copy({ organization_id: null }))).toBe(refused)
  })

  test('a viewer of the author’s data cannot read psychotherapy notes, by statement or by endpoint', async () => {
    const { ids } = personas
    const viewer = await viewAs(world, ids.owner, ids.therapist)
    expect((await viewer.clients.get({ clientId: record.clientId })).id).toBe(record.clientId)
    await expect(viewer.psychotherapyNotes.clients()).rejects.toMatchObject({ code: 'viewing_read_only' })
    await expect(viewer.psychotherapyNotes.ofClient({ clientId: record.clientId })).rejects.toMatchObject({
      code: 'viewing_read_only',
    })
    const viewing = `select set_config('app.viewer_id', '${ids.owner}', true)`
    const asViewer = (text: string) => web.outcome(ids.therapist, viewing, text)
    const { rowCount } = await web.as(ids.therapist, viewing, 'select from psychotherapy_notes')
    expect(rowCount).toBe(0)
    expect(await asViewer('update psychotherapy_notes set version = 9')).toBe('25006')
    expect(await asViewer('delete from psychotherapy_notes')).toBe('25006')
  })
})

describe('security definer functions', () => {
  test('no function of the database names the table of psychotherapy notes', async () => {
    const { rows } = await sql<{ name: string }>`select proname as name from pg_proc
      where pronamespace = 'app'::regnamespace and prosrc ~* 'psychotherapy'`.execute(world.db)
    expect(rows).toEqual([])
  })

  test('a function that runs as app_owner reads and changes no psychotherapy note', async () => {
    await sql`create function app.probe() returns table (seen bigint, changed bigint) language plpgsql
      security definer set search_path = pg_catalog, public as $$
      begin
        update psychotherapy_notes set version = version;
        get diagnostics changed = row_count;
        seen := (select count(*) from psychotherapy_notes);
        return next;
      end $$`.execute(world.db)
    await sql`alter function app.probe owner to app_owner`.execute(world.db)
    await sql`grant execute on function app.probe to app_web, app_worker`.execute(world.db)
    for (const connection of [web, worker]) {
      const { rows } = await connection.as(personas.ids.owner, 'select * from app.probe()')
      expect(rows).toEqual([{ seen: 0, changed: 0 }])
    }
    await sql`drop function app.probe`.execute(world.db)
  })
})
