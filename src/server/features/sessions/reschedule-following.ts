import type { SeriesSessions } from '#shared/contract/series.ts'
import type { ChangedAppointment } from '#shared/contract/sessions.ts'
import { dateOf, maxSessions, maxSkipped } from '#shared/rules/recurrence.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { auditSeries } from './audit-series.ts'
import { findManyInCalendar } from './calendar-store.ts'
import { getOwnSeries, getOwnSeriesOf } from './get-own-series.ts'
import {
  changeSeries,
  findSeriesByRequest,
  insertSeries,
  lockFollowing,
  moveToSeries,
  type PlannedSession,
  type Series,
} from './series-store.ts'

/**
 * Moves a scheduled session and the following sessions of its series. This splits the series: the second part gets its
 * own rule. Sessions that were held stay. Sessions that were moved individually keep their times. A repeated request
 * changes nothing.
 * @throws session_missing, not_allowed for other users who may see the session, series_missing, session_not_scheduled
 */
export async function rescheduleFollowing(
  context: Context,
  {
    sessionId,
    requestId,
    ...to
  }: ChangedAppointment & {
    sessionId: string
    requestId?: string | undefined
  },
): Promise<SeriesSessions> {
  const { db, actor } = context
  const { session, series, seriesDate } = await getOwnSeriesOf(context, sessionId)
  const done = requestId === undefined ? undefined : await findSeriesByRequest(db, actor.userId, requestId)
  if (done) {
    const moved = await lockFollowing(db, done.id, done.firstDate)
    const ids = moved.map(({ id }) => id)
    return { seriesId: done.id, items: await findManyInCalendar(db, ids) }
  }
  const before = await lockFollowing(db, series.id, seriesDate)
  if (before[0]?.id !== session.id) fail('session_not_scheduled')

  const first = numberOf(series, seriesDate)
  const last = numberOf(series, before.at(-1)?.seriesDate ?? seriesDate)
  const count = Math.max(series.dateCount, last + 1)
  const rule = { frequency: series.frequency, firstDate: to.date }
  const secondPart = {
    ...rule,
    clientId: series.clientId,
    therapistId: series.therapistId,
    requestId: requestId ?? null,
    startTime: to.startTime,
    durationMinutes: to.durationMinutes,
    dateCount: Math.min(count - first, maxSessions + maxSkipped),
    beforeSplit: { seriesId: series.id, dateCount: series.dateCount, sessions: before },
  }
  const newId = (await insertSeries(db, secondPart)) ?? fail('series_missing')
  const after = before.map((planned) => {
    const newDate = dateOf(rule, numberOf(series, planned.seriesDate) - first)
    const kind = { type: to.type ?? planned.type, settingType: to.settingType ?? planned.settingType }
    const isUnaffected = planned.id !== session.id && isMoved(planned, series)
    const { startTime, durationMinutes } = to
    return {
      ...planned,
      ...(isUnaffected ? {} : { date: newDate, startTime, durationMinutes }),
      ...kind,
      seriesDate: newDate,
    }
  })
  await moveToSeries(db, series.id, newId, after)
  await changeSeries(db, series.id, { dateCount: Math.max(0, Math.min(series.dateCount, first)) })
  return await auditAndList(
    context,
    { ...series, id: newId },
    { ids: after.map(({ id }) => id), action: 'rescheduled' },
  )
}

/**
 * Undoes `rescheduleFollowing` for the sessions that are still scheduled.
 * @throws series_missing, not_allowed; series_unchanged if there is nothing to undo
 */
export async function undoReschedule(context: Context, input: { seriesId: string }): Promise<SeriesSessions> {
  const { db } = context
  const series = await getOwnSeries(context, input.seriesId)
  const { beforeSplit } = series
  if (!beforeSplit) fail('series_unchanged')
  const ids = await moveToSeries(db, series.id, beforeSplit.seriesId, beforeSplit.sessions)
  if (ids.length === 0) fail('series_unchanged')
  await changeSeries(db, beforeSplit.seriesId, { dateCount: beforeSplit.dateCount })
  await changeSeries(db, series.id, { beforeSplit: null })
  return await auditAndList(context, { ...series, id: beforeSplit.seriesId }, { ids, action: 'rescheduled' })
}

async function auditAndList(
  context: Context,
  series: Series,
  change: { ids: readonly string[]; action: 'rescheduled' },
): Promise<SeriesSessions> {
  auditSeries(context, series, change)
  const items = await findManyInCalendar(context.db, change.ids)
  return { seriesId: series.id, items }
}

/**
 * The number of a date in the rule of a series. A session that was restored after the rest of its series became another
 * series may be after the end or, if a former version split the series again, before the start.
 */
function numberOf(series: Series, date: string): number {
  let number = 0
  while (dateOf(series, number) > date) number -= 1
  while (dateOf(series, number) < date) number += 1
  return number
}

/** True if a session was moved without the other sessions of its series. */
function isMoved(planned: PlannedSession, series: Series): boolean {
  return (
    planned.date !== planned.seriesDate ||
    planned.startTime !== series.startTime ||
    planned.durationMinutes !== series.durationMinutes
  )
}
