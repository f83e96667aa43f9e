import type { Session } from '#shared/contract/sessions.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { getOwnSession } from './get-session.ts'
import { findSeries, lockSeriesOf, type Series } from './series-store.ts'

/**
 * Returns a series of the caller.
 * @throws series_missing, not_allowed for other users who may see the series
 */
export async function getOwnSeries(context: Context, seriesId: string): Promise<Series> {
  const series = (await findSeries(context.db, rowId(seriesId, 'series_missing'))) ?? fail('series_missing')
  return series.therapistId === context.actor.userId ? series : fail('not_allowed')
}

/**
 * Locks and returns the series of the caller's session, with the session and its date according to the rule of the
 * series.
 * @throws session_missing, not_allowed for other users who may see the session, series_missing
 */
export async function getOwnSeriesOf(
  context: Context,
  sessionId: string,
): Promise<{ session: Session; series: Series; seriesDate: string }> {
  const session = await getOwnSession(context, sessionId)
  const found = (await lockSeriesOf(context.db, session.id)) ?? fail('series_missing')
  return { session, ...found }
}
