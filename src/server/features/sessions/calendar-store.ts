import { sql } from 'kysely'
import {
  type Appointment,
  type CalendarSession,
  type ChangedAppointment,
  Session,
  SettingType,
} from '#shared/contract/sessions.ts'
import { addDays } from '#shared/rules/calendar.ts'
import type { Db } from '#server/db/tenant.ts'
import { type NewSession, sessionTimes } from './store.ts'
import { isToWrite } from './to-write.ts'
import { waitsForTranscript } from './waits-for-transcript.ts'

export interface Days {
  /** First and last day, `yyyy-MM-dd`. */
  from: string
  to: string
}

/** A session with the dates that only calendar files need. */
export interface DatedSession extends CalendarSession {
  /** The date of the session according to the rule of its series. */
  seriesDate: string | null
  createdAt: Date
  updatedAt: Date
}

/** Lists a therapist's sessions on these dates, in order, without canceled sessions. */
export async function listSessionsOnDates(
  db: Db,
  therapistId: string,
  dates: readonly string[],
): Promise<CalendarSession[]> {
  const rows = await calendarRows(db)
    .where('sessions.therapist_id', '=', therapistId)
    .where(sql<boolean>`sessions.date = any (${dates}::date[])`)
    .where('sessions.status', '<>', 'cancelled')
    .orderBy('sessions.date')
    .orderBy('sessions.start_time')
    .orderBy('sessions.id')
    .execute()
  return rows.map(toDatedSession)
}

/** Lists at most `limit` of a therapist's sessions of these days, in order, without canceled sessions. */
export async function listSessionsOfDays(
  db: Db,
  therapistId: string,
  days: Days,
  limit: number,
): Promise<DatedSession[]> {
  const rows = await calendarRows(db)
    .where('sessions.therapist_id', '=', therapistId)
    .where('sessions.date', '>=', days.from)
    .where('sessions.date', '<=', days.to)
    .where('sessions.status', '<>', 'cancelled')
    .orderBy('sessions.date')
    .orderBy('sessions.start_time')
    .orderBy('sessions.id')
    .limit(limit)
    .execute()
  return rows.map(toDatedSession)
}

/** Finds sessions by id for the calendar, in order, including canceled sessions. */
export async function findManyInCalendar(db: Db, ids: readonly string[]): Promise<DatedSession[]> {
  const rows = await calendarRows(db)
    .where(sql<boolean>`sessions.id = any (${ids}::uuid[])`)
    .orderBy('sessions.date')
    .orderBy('sessions.start_time')
    .execute()
  return rows.map(toDatedSession)
}

/** Lists a therapist's own sessions of these series, in order, including canceled sessions. */
export async function listSessionsOfSeries(
  db: Db,
  therapistId: string,
  ids: readonly string[],
): Promise<DatedSession[]> {
  const rows = await calendarRows(db)
    .where(sql<boolean>`sessions.series_id = any (${ids}::uuid[])`)
    .where('sessions.therapist_id', '=', therapistId)
    .orderBy('sessions.series_date')
    .execute()
  return rows.map(toDatedSession)
}

export async function findInCalendar(db: Db, id: string): Promise<DatedSession | undefined> {
  const row = await calendarRows(db).where('sessions.id', '=', id).executeTakeFirst()
  return row && toDatedSession(row)
}

export interface NewAppointment extends Appointment {
  clientId: string
  therapistId: string
  type: string
  settingType: SettingType
  requestId?: string | undefined
}

/** Inserts a scheduled session in the client's organization. Its note is created when the session begins. */
export async function insertScheduled(db: Db, appointment: NewAppointment): Promise<string> {
  const { id } = await db
    .insertInto('sessions')
    .values({
      organization_id: db.selectFrom('clients').where('id', '=', appointment.clientId).select('organization_id'),
      therapist_id: appointment.therapistId,
      client_id: appointment.clientId,
      ...timesOf(appointment),
      type: appointment.type,
      setting_type: appointment.settingType,
      source: 'scheduled',
      status: 'scheduled',
      request_id: appointment.requestId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Moves a session that is still scheduled. Returns false for a session in another state. */
export async function moveScheduled(db: Db, id: string, to: ChangedAppointment): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ ...timesOf(to), type: to.type, setting_type: to.settingType })
    .where('id', '=', id)
    .where('status', '=', 'scheduled')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Cancels a session that is still scheduled. Returns false for a session in another state. */
export async function cancelScheduled(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ status: 'cancelled' })
    .where('id', '=', id)
    .where('status', '=', 'scheduled')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Restores a canceled session that has no note. A note means that the session was begun before. */
export async function restoreScheduled(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ status: 'scheduled' })
    .where('id', '=', id)
    .where('status', '=', 'cancelled')
    .where((where) =>
      where.not(where.exists(where.selectFrom('notes').where('notes.session_id', '=', id).select('notes.session_id'))),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** A session after midnight takes over an appointment of the day before that began at most this long before. */
const maxMinutesAfter = 120

/**
 * Turns an appointment of the client into the given session. Chooses the appointment `appointmentId` if that is on the
 * day of the session. Otherwise chooses the nearest appointment that has begun on this day, that began on the day before
 * and within `maxMinutesAfter`, or that begins within `maxMinutesBefore`, also after midnight. Returns the id of the
 * appointment, or undefined if no appointment matches.
 */
export async function beginAppointment(
  db: Db,
  session: NewSession,
  {
    maxMinutesBefore,
    keepsSetting,
    appointmentId,
  }: { maxMinutesBefore: number; keepsSetting: boolean; appointmentId: string | null },
): Promise<string | undefined> {
  const minutesToStart = sql<number>`extract(epoch from
    (sessions.date + sessions.start_time) - (${session.date}::date + ${session.startTime}::time)) / 60`
  const isChosen = sql<boolean>`sessions.id is not distinct from ${appointmentId}::uuid`
  const appointment = await db
    .updateTable('sessions')
    .set({
      date: session.date,
      start_time: session.startTime,
      end_time: session.endTime,
      setting_type: keepsSetting ? undefined : session.settingType,
      participants: [...session.participants],
      source: session.source,
      status: session.status,
      type: session.type,
      contact: session.contact,
      request_id: session.requestId,
    })
    .where('id', '=', (where) =>
      where
        .selectFrom('sessions')
        .where('client_id', '=', session.clientId)
        .where('therapist_id', '=', session.therapistId)
        .where('date', '>=', addDays(session.date, -1))
        .where((either) =>
          either.or([either('date', '>=', session.date), either(minutesToStart, '>=', -maxMinutesAfter)]),
        )
        .where('status', '=', 'scheduled')
        .where((either) =>
          either.or([
            either(minutesToStart, '<=', maxMinutesBefore),
            either.and([isChosen, either('date', '=', session.date)]),
          ]),
        )
        .orderBy(isChosen, 'desc')
        .orderBy(sql`abs(${minutesToStart})`)
        .limit(1)
        .select('id')
        .forUpdate(),
    )
    .where('status', '=', 'scheduled')
    .returning('id')
    .executeTakeFirst()
  return appointment?.id
}

export function timesOf({ date, startTime, durationMinutes }: Appointment) {
  return {
    date,
    start_time: startTime,
    end_time: sql<string>`${startTime}::time + make_interval(mins => ${durationMinutes}::int)`,
  }
}

function calendarRows(db: Db) {
  return db
    .selectFrom('sessions')
    .innerJoin('clients', 'clients.id', 'sessions.client_id')
    .leftJoin('notes', 'notes.session_id', 'sessions.id')
    .select([
      'sessions.id',
      'sessions.client_id as clientId',
      'clients.first_name as firstName',
      'clients.last_name as lastName',
      'clients.status as clientStatus',
      ...sessionTimes,
      'sessions.type',
      'sessions.setting_type as settingType',
      'sessions.status',
      isToWrite.as('toWrite'),
      waitsForTranscript.as('waitsForTranscript'),
      'sessions.series_id as seriesId',
      'sessions.series_date as seriesDate',
      'sessions.created_at as createdAt',
      'sessions.updated_at as updatedAt',
    ])
}

type CalendarRow = Awaited<ReturnType<ReturnType<typeof calendarRows>['executeTakeFirstOrThrow']>>

function toDatedSession({ firstName, lastName, clientStatus, ...row }: CalendarRow): DatedSession {
  return {
    ...row,
    settingType: SettingType.parse(row.settingType),
    status: Session.shape.status.parse(row.status),
    client: { firstName, lastName, isArchived: clientStatus === 'archived' },
  }
}
