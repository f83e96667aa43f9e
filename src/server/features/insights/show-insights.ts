import { sentence } from '#shared/contract/errors.ts'
import { noInsights, type SessionInsights } from '#shared/contract/insights.ts'
import type { Context } from '#server/context.ts'
import { findInsights, type InsightsRow } from './store.ts'

/** The message for an analysis whose job was lost. */
const lost = sentence('insights_failed', { detail: 'The analysis was interrupted. Try again.' })

/** True if a job for the session's insights is running or queued. */
export function isUnderway({ db, jobs }: Context, sessionId: string): Promise<boolean> {
  return jobs.isUnderway(db, 'insights.analyze', { sessionId })
}

/** True if the session has no current insights. */
export function isToBeFound({ state, isBehindTranscript }: InsightsRow): boolean {
  return state !== 'ready' || isBehindTranscript
}

/** Insights for display. A lost job counts as failed, a queued job as analyzing. */
export async function showInsights(context: Context, sessionId: string, row: InsightsRow): Promise<SessionInsights> {
  const isSettled = row.state === 'ready' || row.state === 'failed'
  const isAtWork = !isSettled && (await isUnderway(context, sessionId))
  const isLost = row.state === 'analyzing' && !isAtWork
  // The job may have ended after the row was read.
  const now = isLost ? await findInsights(context.db, sessionId) : undefined
  if (now && now.updatedAt?.getTime() !== row.updatedAt?.getTime()) return await showInsights(context, sessionId, now)
  return {
    sessionId,
    state: isAtWork ? 'analyzing' : isLost ? 'failed' : (row.state ?? 'none'),
    error: isLost ? lost : row.error,
    insights: (row.state === 'ready' && row.insights) || noInsights,
    analyst: row.analyst ?? 'none',
    updatedAt: row.updatedAt?.toISOString() ?? null,
    canAnalyze:
      row.therapistId === context.actor.userId &&
      !context.actor.viewing &&
      row.hasTranscript &&
      !isAtWork &&
      isToBeFound(row),
  }
}
