import { sql } from 'kysely'
import { RecordSession } from '#shared/contract/records.ts'
import type { Db } from '#server/db/tenant.ts'

const utc = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`
const instant = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', ${utc})`)

const sections = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('title', section -> 'title', 'content', section -> 'content') order by place), '[]')
  from jsonb_array_elements(notes.sections) with ordinality as s (section, place))`

const signatures = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('role', role, 'name', signer_name, 'credentials', credentials,
    'version', version, 'signedAt', ${instant('signed_at')}) order by seq), '[]')
  from note_signatures
  where note_signatures.session_id = notes.session_id
    and not exists (select from note_supersessions where signature_id = note_signatures.id))`

const addenda = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('number', number, 'kind', kind, 'text', text, 'reason', reason,
    'name', author_name, 'credentials', credentials, 'signedAt', ${instant('signed_at')}) order by number), '[]')
  from note_addenda where note_addenda.session_id = notes.session_id)`

const note = sql`case when notes.version > 0 then jsonb_build_object('noteType', notes.note_type,
  'status', notes.status, 'version', notes.version, 'updatedAt', ${instant('notes.updated_at')},
  'sections', ${sections}, 'signatures', ${signatures}, 'addenda', ${addenda}) end`

/** Lists the sessions of a client that took place, and no-shows with a note, newest first, with their notes. */
export async function listRecordSessions(
  db: Db,
  clientId: string,
  slice: { offset: number; limit: number },
): Promise<RecordSession[]> {
  const rows = await db
    .selectFrom('sessions')
    .leftJoin('notes', 'notes.session_id', 'sessions.id')
    .leftJoin('users', 'users.id', 'sessions.rendered_by')
    .where('sessions.client_id', '=', clientId)
    .where(sql<boolean>`(sessions.status in ('processing', 'completed', 'failed')
      or sessions.status = 'no-show' and notes.version > 0)`)
    .select([
      'sessions.id',
      'sessions.date',
      sql<string>`to_char(sessions.start_time, 'HH24:MI')`.as('startTime'),
      sql<string>`to_char(sessions.end_time, 'HH24:MI')`.as('endTime'),
      'sessions.setting_type as settingType',
      'sessions.status',
      'sessions.contact',
      sql<string>`coalesce(users.first_name || ' ' || users.last_name, '')`.as('therapistName'),
      note.as('note'),
    ])
    .orderBy('sessions.date', 'desc')
    .orderBy('sessions.start_time', 'desc')
    .orderBy('sessions.id', 'desc')
    .offset(slice.offset)
    .limit(slice.limit)
    .execute()
  return rows.map((row) => RecordSession.parse(row))
}
