import { isDeepStrictEqual } from 'node:util'
import { datesOf } from '#shared/rules/recurrence.ts'
import { sessionTitle } from '#shared/rules/session-title.ts'
import type { Context } from '#server/context.ts'
import { type DatedSession, listSessionsOfSeries } from './calendar-store.ts'
import type { CalendarEvent } from './ics/calendar-file.ts'
import { findManySeries, type Series } from './series-store.ts'

/**
 * Separates single sessions from series for a calendar file. A session of a series is replaced by the whole series, so
 * that other calendars update the event of the series.
 */
export async function groupBySeries({ db, actor }: Context, sessions: readonly DatedSession[]) {
  const ids = [...new Set(sessions.flatMap(({ seriesId }) => seriesId ?? []))]
  if (ids.length === 0) return { single: sessions, recurring: [] }
  const [series, seriesSessions] = await Promise.all([
    findManySeries(db, ids),
    listSessionsOfSeries(db, actor.userId, ids),
  ])
  const recurring = series.flatMap((one) => recurringEvent(one, seriesSessions) ?? [])
  const inSeries = new Set(recurring.flatMap(({ sessionIds }) => sessionIds))
  return { single: sessions.filter(({ id }) => !inSeries.has(id)), recurring }
}

/** Returns undefined if all sessions of the series are canceled or no longer belong to the series. */
function recurringEvent(series: Series, seriesSessions: readonly DatedSession[]) {
  const dates = datesOf(series, series.dateCount)
  const sessions = seriesSessions.flatMap((session) => {
    const { seriesId, seriesDate, status } = session
    const isOnRule = seriesId === series.id && seriesDate !== null && dates.includes(seriesDate)
    return isOnRule && status !== 'cancelled' ? [{ ...toEvent(session), seriesDate }] : []
  })
  const [first] = sessions
  if (!first) return undefined
  const { startTime, durationMinutes, createdAt } = series
  const { title, location } = first
  const times = [series, ...seriesSessions.filter(({ seriesId }) => seriesId === series.id)].map((one) =>
    one.updatedAt.getTime(),
  )
  const rule = { title, location, startTime, durationMinutes }
  const changed = sessions.filter(
    (session) => !isDeepStrictEqual(ruleFieldsOf(session), { ...rule, date: session.seriesDate }),
  )
  return {
    ...rule,
    id: series.id,
    date: series.firstDate,
    createdAt,
    updatedAt: new Date(Math.max(...times)),
    frequency: series.frequency,
    dates,
    excluded: dates.filter((date) => !sessions.some(({ seriesDate }) => seriesDate === date)),
    changed,
    sessionIds: sessions.map(({ id }) => id),
  }
}

function ruleFieldsOf({ title, location, startTime, durationMinutes, date }: CalendarEvent) {
  return { title, location, startTime, durationMinutes, date }
}

export function toEvent({ id, client, settingType, ...times }: DatedSession): CalendarEvent {
  const { date, startTime, durationMinutes, createdAt, updatedAt } = times
  const location = settingType === 'telehealth' ? 'Telehealth' : 'In person'
  return { id, title: sessionTitle(client), location, date, startTime, durationMinutes, createdAt, updatedAt }
}
