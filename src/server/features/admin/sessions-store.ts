import { sql } from 'kysely'
import { AdminSessionDetails, AdminSessionList, type FailedSessions } from '#shared/contract/admin-sessions.ts'
import type { Db } from '#server/db/tenant.ts'
import { isOneOf, organizationName, personOf, toList } from './list-rows.ts'
import { searchSessions, type SessionFilter } from './session-search-store.ts'
import { pageSize } from './text-search.ts'

const maxFailed = 50

/** Lists the latest matching sessions. */
export async function listSessions(db: Db, filter: SessionFilter): Promise<AdminSessionList> {
  const { ids, found, isExact } = await searchSessions(db, filter)
  const rows = await sessionsWithPeople(db)
    .where(isOneOf('sessions.id', ids.slice(0, pageSize)))
    .orderBy('sessions.date', 'desc')
    .orderBy('sessions.start_time', 'desc')
    .orderBy('sessions.id', 'desc')
    .execute()
  const items = rows.map((row) => ({ ...row, when: whenOf(row.date, filter.today) }))
  return AdminSessionList.parse(toList(items, found, isExact))
}

/** Returns null if the caller has not stated a reason to open the session. */
export async function findSession(
  db: Db,
  id: string,
  today: string,
): Promise<{ session: AdminSessionDetails; clientId: string; organizationId: string | null } | null> {
  const row = await sessionsWithPeople(db)
    .innerJoin(
      sql<{ access_until: Date; has_recording: boolean; notes_count: number }>`app.admin_session_contents(${id})`.as(
        'contents',
      ),
      (join) => join.onTrue(),
    )
    .leftJoin('organizations', 'organizations.id', 'sessions.organization_id')
    .where('sessions.id', '=', id)
    .select([
      'sessions.client_id',
      'sessions.organization_id',
      organizationName.as('organization'),
      'contents.has_recording as hasRecording',
      'contents.notes_count as notesCount',
      'contents.access_until as accessUntil',
      'sessions.created_at as createdAt',
      'sessions.updated_at as updatedAt',
    ])
    .executeTakeFirst()
  if (!row) return null
  const session = AdminSessionDetails.parse({
    ...row,
    when: whenOf(row.date, today),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    accessUntil: row.accessUntil.toISOString(),
  })
  return { session, clientId: row.client_id, organizationId: row.organization_id }
}

/** Lists the newest failed sessions, and counts all. */
export async function listFailedSessions(db: Db): Promise<FailedSessions> {
  const failed = sql<{
    session_id: string
    organization_id: string | null
    error_code: string | null
    failed_at: Date
  }>`app.failed_sessions()`.as('failed')
  const rows = await db
    .selectFrom(failed)
    .leftJoin('organizations', 'organizations.id', 'failed.organization_id')
    .select([
      'failed.session_id as id',
      'organizations.name as organization',
      'failed.error_code as errorCode',
      'failed.failed_at as failedAt',
    ])
    .orderBy('failed.failed_at', 'desc')
    .orderBy('failed.session_id')
    .limit(maxFailed)
    .execute()
  const { total } = await db
    .selectFrom(failed)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { total, items: rows.map((row) => ({ ...row, failedAt: row.failedAt.toISOString() })) }
}

function sessionsWithPeople(db: Db) {
  return db
    .selectFrom('sessions')
    .innerJoin('clients', 'clients.id', 'sessions.client_id')
    .innerJoin('users as therapist', 'therapist.id', 'sessions.therapist_id')
    .select([
      'sessions.id',
      'sessions.date',
      sql<string>`to_char(sessions.start_time, 'HH24:MI')`.as('startTime'),
      sql<string>`to_char(sessions.end_time, 'HH24:MI')`.as('endTime'),
      // A session may end after midnight.
      sql<number>`(1440 + round(extract(epoch from sessions.end_time - sessions.start_time) / 60)::int) % 1440`.as(
        'durationMinutes',
      ),
      'sessions.type',
      'sessions.setting_type as settingType',
      'sessions.status',
      sql<{ id: string; firstName: string; lastName: string }>`jsonb_build_object('id', clients.id,
        'firstName', clients.first_name, 'lastName', clients.last_name)`.as('client'),
      personOf('therapist').as('therapist'),
    ])
}

function whenOf(date: string, today: string) {
  if (date === today) return 'today'
  return date > today ? 'upcoming' : 'past'
}
