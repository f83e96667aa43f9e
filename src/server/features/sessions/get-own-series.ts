import type { Session } from '#shared/contract/sessions.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { getOwnSession } from './get-session.ts'
import { findSeries, lockSeriesOf, type Series } from './series-store.ts'

/**
 * A series of the caller.
 * @throws series_missing, not_allowed for others who may see it
 */
export async function getOwnSeries(context: Context, seriesId: string): Promise<Series> {
  const series = (await findSeries(context.db, rowId(seriesId, 'series_missing'))) ?? fail('series_missing')
  return series.therapistId === context.actor.userId ? series : fail('not_allowed')
}

/**
 * Locks the series of the caller's session. Returns it with the session and the date of the session by its rule.
 * @throws session_missing, not_allowed for others who may see it, series_missing
 */
export async function getOwnSeriesOf(
  context: Context,
  sessionId: string,
): Promise<{ session: Session; series: Series; seriesDate: string }> {
  const session = await getOwnSession(context, sessionId)
  const found = (await lockSeriesOf(context.db, session.id)) ?? fail('series_missing')
  return { session, ...found }
}
