import type { SeriesSessions } from '#shared/contract/series.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { auditSeries } from './audit-series.ts'
import { findManyInCalendar } from './calendar-store.ts'
import { getOwnSeries, getOwnSeriesOf } from './get-own-series.ts'
import { cancelFollowing as cancelRows, restoreOfSeries } from './series-store.ts'

/**
 * Cancels a scheduled session and the following sessions of its series. Sessions that were held stay.
 * @throws session_missing, not_allowed for other users who may see the session, series_missing, session_not_scheduled
 */
export async function cancelFollowing(context: Context, input: { sessionId: string }): Promise<SeriesSessions> {
  const { session, series, seriesDate } = await getOwnSeriesOf(context, input.sessionId)
  if (session.status !== 'scheduled') fail('session_not_scheduled')
  const ids = await cancelRows(context.db, series.id, seriesDate)
  auditSeries(context, series, { ids, action: 'cancelled' })
  const items = await findManyInCalendar(context.db, ids)
  return { seriesId: series.id, items }
}

/**
 * Undoes the cancellation of these sessions.
 * @throws series_missing, session_missing for a malformed id, not_allowed; series_unchanged if no session can be
 * restored
 */
export async function restoreFollowing(
  context: Context,
  input: { seriesId: string; sessionIds: readonly string[] },
): Promise<SeriesSessions> {
  const series = await getOwnSeries(context, input.seriesId)
  const sessionIds = input.sessionIds.map((id) => rowId(id, 'session_missing'))
  const ids = await restoreOfSeries(context.db, series.id, sessionIds)
  if (ids.length === 0) fail('series_unchanged')
  auditSeries(context, series, { ids, action: 'restored' })
  const items = await findManyInCalendar(context.db, ids)
  return { seriesId: series.id, items }
}
