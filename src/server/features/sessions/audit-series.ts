import { auditAll } from '#server/audit.ts'
import type { Context } from '#server/context.ts'

interface SeriesChange {
  action: 'scheduled' | 'rescheduled' | 'cancelled' | 'restored'
  /** Ids of the changed sessions. */
  ids: readonly string[]
}

/** Adds an audit event for the series and one for each changed session, so that each session's history is complete. */
export function auditSeries(
  context: Context,
  series: { id: string; clientId: string; frequency: string },
  { action, ids }: SeriesChange,
): void {
  const common = { resourceType: 'session', clientId: series.clientId } as const
  const details = { frequency: series.frequency, sessions: ids.length }
  auditAll(context, [
    { ...common, action: `series.${action}`, resourceId: series.id, details },
    ...ids.map((id) => ({ ...common, action: `session.${action}`, resourceId: id, details: { series: series.id } })),
  ])
}
