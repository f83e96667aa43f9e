import { sql } from 'kysely'
import * as z from 'zod'
import { Appointment, AppointmentKind } from '#shared/contract/sessions.ts'
import { frequencies, type Recurrence } from '#shared/rules/recurrence.ts'
import type { Db } from '#server/db/tenant.ts'
import { timesOf } from './calendar-store.ts'
import { sessionTimes } from './store.ts'

/** A planned session of a series. `seriesDate` is the date of the session according to the rule. */
const PlannedSession = Appointment.extend({ ...AppointmentKind.shape, id: z.string(), seriesDate: z.string() })
export type PlannedSession = z.infer<typeof PlannedSession>

/** The state before a split, so that the split can be undone. */
const BeforeSplit = z.object({ seriesId: z.string(), dateCount: z.int(), sessions: z.array(PlannedSession) })
export type BeforeSplit = z.infer<typeof BeforeSplit>

export interface Series extends Recurrence {
  id: string
  clientId: string
  therapistId: string
  startTime: string
  durationMinutes: number
  /** Number of dates of the rule, including skipped dates. */
  dateCount: number
  beforeSplit: BeforeSplit | null
  createdAt: Date
  updatedAt: Date
}

export interface NewSeries extends Omit<Series, 'id' | 'createdAt' | 'updatedAt'> {
  requestId: string | null
}

/**
 * Inserts a series. Returns undefined if the request already created one. Waits if another transaction handles the same
 * request.
 */
export async function insertSeries(db: Db, series: NewSeries): Promise<string | undefined> {
  const row = await db
    .insertInto('session_series')
    .values({
      organization_id: db.selectFrom('clients').where('id', '=', series.clientId).select('organization_id'),
      therapist_id: series.therapistId,
      client_id: series.clientId,
      request_id: series.requestId,
      frequency: series.frequency,
      first_date: series.firstDate,
      date_count: series.dateCount,
      start_time: series.startTime,
      duration_minutes: series.durationMinutes,
      before_split: series.beforeSplit && JSON.stringify(series.beforeSplit),
    })
    .onConflict((conflict) => conflict.columns(['therapist_id', 'request_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function findSeriesByRequest(db: Db, therapistId: string, requestId: string): Promise<Series | undefined> {
  const row = await seriesRows(db)
    .where('session_series.therapist_id', '=', therapistId)
    .where('session_series.request_id', '=', requestId)
    .executeTakeFirst()
  return row && toSeries(row)
}

export async function findSeries(db: Db, id: string): Promise<Series | undefined> {
  const row = await seriesRows(db).where('session_series.id', '=', id).executeTakeFirst()
  return row && toSeries(row)
}

export async function findManySeries(db: Db, ids: readonly string[]): Promise<Series[]> {
  const rows = await seriesRows(db)
    .where(sql<boolean>`session_series.id = any (${ids}::uuid[])`)
    .execute()
  return rows.map(toSeries)
}

/** Locks the series of a session until the transaction ends. Returns it with the date of the session in the series. */
export async function lockSeriesOf(
  db: Db,
  sessionId: string,
): Promise<{ series: Series; seriesDate: string } | undefined> {
  const row = await seriesRows(db)
    .innerJoin('sessions', 'sessions.series_id', 'session_series.id')
    .where('sessions.id', '=', sessionId)
    .select('sessions.series_date as seriesDate')
    .forUpdate('session_series')
    .executeTakeFirst()
  return row?.seriesDate == null ? undefined : { series: toSeries(row), seriesDate: row.seriesDate }
}

/** Locks and returns the scheduled sessions of a series from a date of its rule, in order. */
export async function lockFollowing(db: Db, seriesId: string, from: string): Promise<PlannedSession[]> {
  const rows = await db
    .selectFrom('sessions')
    .where('series_id', '=', seriesId)
    .where('series_date', '>=', from)
    .where('status', '=', 'scheduled')
    .select(['id', 'series_date as seriesDate', ...sessionTimes, 'type', 'setting_type as settingType'])
    .orderBy('series_date')
    .forUpdate()
    .execute()
  return rows.map((row) => PlannedSession.parse(row))
}

/** Inserts the sessions of a new series. */
export async function insertSeriesSessions(
  db: Db,
  series: { id: string; clientId: string; therapistId: string },
  sessions: readonly Omit<PlannedSession, 'id'>[],
): Promise<string[]> {
  const rows = await db
    .insertInto('sessions')
    .values(
      sessions.map(({ seriesDate, type, settingType, ...at }) => ({
        organization_id: db.selectFrom('session_series').where('id', '=', series.id).select('organization_id'),
        therapist_id: series.therapistId,
        client_id: series.clientId,
        series_id: series.id,
        series_date: seriesDate,
        ...timesOf(at),
        type,
        setting_type: settingType,
        source: 'scheduled',
        status: 'scheduled',
      })),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Moves scheduled sessions to another series, each to its new date. Returns the ids of the moved sessions. */
export async function moveToSeries(
  db: Db,
  from: string,
  to: string,
  sessions: readonly PlannedSession[],
): Promise<string[]> {
  const column = <Key extends keyof PlannedSession>(key: Key) => sessions.map((session) => session[key])
  const rows = await db
    .updateTable('sessions')
    .from(
      sql<Record<'id' | 'series_date' | 'date' | 'start_time' | 'end_time' | 'type' | 'setting_type', string>>`(
        select id, series_date, date, start_time, start_time + make_interval(mins => minutes) as end_time, type, setting_type
        from unnest(${column('id')}::uuid[], ${column('seriesDate')}::date[], ${column('date')}::date[], ${column('startTime')}::time[],
          ${column('durationMinutes')}::int[], ${column('type')}::text[], ${column('settingType')}::text[])
          as planned (id, series_date, date, start_time, minutes, type, setting_type))`.as('planned'),
    )
    .set((set) => ({
      series_id: to,
      series_date: set.ref('planned.series_date'),
      date: set.ref('planned.date'),
      start_time: set.ref('planned.start_time'),
      end_time: set.ref('planned.end_time'),
      type: set.ref('planned.type'),
      setting_type: set.ref('planned.setting_type'),
    }))
    .whereRef('sessions.id', '=', 'planned.id')
    .where('sessions.series_id', '=', from)
    .where('sessions.status', '=', 'scheduled')
    .returning('sessions.id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function changeSeries(
  db: Db,
  id: string,
  changes: { dateCount?: number; beforeSplit?: null },
): Promise<void> {
  await db
    .updateTable('session_series')
    .set({ date_count: changes.dateCount, before_split: changes.beforeSplit })
    .where('id', '=', id)
    .execute()
}

/** Cancels the scheduled sessions of a series from a date of its rule. Returns the ids of the canceled sessions. */
export async function cancelFollowing(db: Db, seriesId: string, from: string): Promise<string[]> {
  const rows = await db
    .updateTable('sessions')
    .set({ status: 'cancelled' })
    .where('series_id', '=', seriesId)
    .where('series_date', '>=', from)
    .where('status', '=', 'scheduled')
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Restores canceled sessions of a series, except sessions that were begun. Returns the ids of the restored sessions.
 */
export async function restoreOfSeries(db: Db, seriesId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .updateTable('sessions')
    .set({ status: 'scheduled' })
    .where('series_id', '=', seriesId)
    .where(sql<boolean>`id = any (${ids}::uuid[])`)
    .where('status', '=', 'cancelled')
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom('notes').whereRef('notes.session_id', '=', 'sessions.id').select('notes.session_id'),
        ),
      ),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

function seriesRows(db: Db) {
  return db
    .selectFrom('session_series')
    .select([
      'session_series.id',
      'session_series.client_id as clientId',
      'session_series.therapist_id as therapistId',
      'session_series.frequency',
      'session_series.first_date as firstDate',
      'session_series.date_count as dateCount',
      sql<string>`to_char(session_series.start_time, 'HH24:MI')`.as('startTime'),
      'session_series.duration_minutes as durationMinutes',
      'session_series.before_split as beforeSplit',
      'session_series.created_at as createdAt',
      'session_series.updated_at as updatedAt',
    ])
}

type SeriesRow = Awaited<ReturnType<ReturnType<typeof seriesRows>['executeTakeFirstOrThrow']>>

function toSeries(row: SeriesRow): Series {
  return {
    ...row,
    frequency: z.enum(frequencies).parse(row.frequency),
    beforeSplit: BeforeSplit.nullable().parse(row.beforeSplit),
  }
}
