import { auditAll } from '#server/audit.ts'
import type { Context } from '#server/context.ts'

interface SeriesChange {
  action: 'scheduled' | 'rescheduled' | 'cancelled' | 'restored'
  /** The sessions that the event changed. */
  ids: readonly string[]
}

/** Audits one event for a series and one for each of its sessions, so that each session's history is complete. */
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
