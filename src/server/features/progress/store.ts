import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/tenant.ts'
import { decisionsJson } from '#server/features/notes/decisions.ts'
import { StoredRecord } from './session-record.ts'

export interface RecordFilter {
  /** The therapist or the client whose sessions are listed. */
  subject: { therapistId: string } | { clientId: string }
  /** First day, `yyyy-MM-dd`. */
  from: string
  limit: number
}

/** False for sessions that the client missed. */
const isHeld = sql<boolean>`not exists (select from sessions s where s.id = f.session_id and s.status = 'no-show')`

/** Lists sessions that the caller may see and that were held, newest first. The page is limited before the joins. */
export async function listRecords(db: Db, { subject, from, limit }: RecordFilter): Promise<StoredRecord[]> {
  const page: RawBuilder<{ session_id: string; session_date: string; start_time: string }> =
    'therapistId' in subject
      ? sql`(select session_id, session_date, start_time from note_search f
          where therapist_id = ${subject.therapistId} and session_date >= ${from} and ${isHeld}
          order by session_date desc, start_time desc, session_id desc limit ${limit})`
      : sql`(select f.session_id, f.session_date, f.start_time from notes n join note_search f on f.session_id = n.session_id
          where n.client_id = ${subject.clientId} and n.session_date >= ${from} and ${isHeld}
          order by n.session_date desc, f.start_time desc, f.session_id desc limit ${limit})`
  const rows = await db
    .selectFrom(page.as('page'))
    .innerJoin('notes', 'notes.session_id', 'page.session_id')
    .innerJoin('clients', 'clients.id', 'notes.client_id')
    .leftJoin('insights', 'insights.session_id', 'page.session_id')
    .select([
      'page.session_id as sessionId',
      'page.session_date as date',
      'clients.id as clientId',
      'clients.first_name as firstName',
      'clients.last_name as lastName',
      'notes.note_type as noteType',
      sql<string>`notes.sections::text`.as('sections'),
      decisionsJson.as('decisions'),
      'notes.safety',
      'notes.safety_reading as safetyReading',
      'notes.safety_dismissals as dismissals',
      sql<boolean>`notes.version > 0`.as('isWritten'),
      'notes.updated_at as writtenAt',
      sql<Date | null>`(select t.updated_at from transcripts t where t.session_id = page.session_id)`.as(
        'transcriptAt',
      ),
      sql<boolean>`exists (select from transcripts t where t.session_id = page.session_id and t.other_language is not null)`.as(
        'isForeign',
      ),
      sql<string | null>`case when insights.state = 'ready' then insights.insights::text end`.as('insights'),
      sql<Date>`greatest(notes.updated_at, case when insights.state = 'ready' then insights.updated_at end)`.as(
        'updatedAt',
      ),
    ])
    .orderBy('page.session_date', 'desc')
    .orderBy('page.start_time', 'desc')
    .orderBy('page.session_id', 'desc')
    .execute()
  return rows.map((row) => StoredRecord.parse({ ...row, client: { ...row, id: row.clientId } }))
}
