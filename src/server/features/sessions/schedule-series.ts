import type { SeriesSessions } from '#shared/contract/series.ts'
import type { Appointment, AppointmentKind } from '#shared/contract/sessions.ts'
import { type SeriesEnd, isSeriesLength, type Recurrence, seriesDates } from '#shared/rules/recurrence.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { getClient } from '#server/features/clients/get-client.ts'
import { auditSeries } from './audit-series.ts'
import { findManyInCalendar, listSessionsOfSeries } from './calendar-store.ts'
import { findSeriesByRequest, insertSeries, insertSeriesSessions } from './series-store.ts'

export interface ScheduleSeries extends Appointment, AppointmentKind {
  clientId: string
  requestId: string
  frequency: Recurrence['frequency']
  ends: SeriesEnd
  skipped: readonly string[]
  moved: readonly { date: string; startTime: string }[]
}

/**
 * Schedules all sessions of a series with one of the caller's active clients. A repeated request returns the series
 * that the first request created. Overlaps are allowed, as for single sessions.
 * @throws client_missing, not_allowed for another therapist's client, client_archived, series_length,
 * series_date_unknown
 */
export async function scheduleSeries(context: Context, input: ScheduleSeries): Promise<SeriesSessions> {
  const { db, actor } = context
  const client = await getClient(context, input)
  if (client.therapistId !== actor.userId) fail('not_allowed')
  if (client.status === 'archived') fail('client_archived')
  const { frequency, ends, requestId, startTime, durationMinutes, type, settingType } = input
  const rule = { frequency, firstDate: input.date }
  const { all, kept } = seriesDates(rule, ends, new Set(input.skipped))
  if (!isSeriesLength(rule, ends) || kept.length === 0) fail('series_length')
  const moved = new Map(input.moved.map((move) => [move.date, move.startTime]))
  if (!input.skipped.every((date) => all.includes(date)) || ![...moved.keys()].every((date) => kept.includes(date))) {
    fail('series_date_unknown')
  }

  const owner = { clientId: client.id, therapistId: actor.userId }
  const newSeries = {
    ...rule,
    ...owner,
    requestId,
    startTime,
    durationMinutes,
    dateCount: all.length,
    beforeSplit: null,
  }
  const seriesId = await insertSeries(db, newSeries)
  if (seriesId === undefined) {
    const existing = (await findSeriesByRequest(db, actor.userId, requestId)) ?? fail('series_missing')
    return { seriesId: existing.id, items: await listSessionsOfSeries(db, actor.userId, [existing.id]) }
  }
  const sessions = kept.map((date) => {
    const at = { date, startTime: moved.get(date) ?? startTime, durationMinutes }
    return { seriesDate: date, ...at, type, settingType }
  })
  const ids = await insertSeriesSessions(db, { id: seriesId, ...owner }, sessions)
  auditSeries(context, { id: seriesId, clientId: client.id, frequency }, { ids, action: 'scheduled' })
  const items = await findManyInCalendar(db, ids)
  return { seriesId, items }
}
