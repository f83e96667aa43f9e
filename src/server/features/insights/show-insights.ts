import { sentence } from '#shared/contract/errors.ts'
import { noInsights, type SessionInsights } from '#shared/contract/insights.ts'
import type { Context } from '#server/context.ts'
import type { InsightsRow } from './store.ts'

/** What a person reads when a job ended without a word. */
const lost = sentence('insights_failed', { detail: 'The analysis was interrupted. Try again.' })

/** Whether a job is at work on the session's insights, or will be. */
export function isUnderway({ db, jobs }: Context, sessionId: string): Promise<boolean> {
  return jobs.isUnderway(db, 'insights.analyze', { sessionId })
}

/** Whether there is something to be found that has not been. */
export function isToBeFound({ state, isBehindTranscript }: InsightsRow): boolean {
  return state !== 'ready' || isBehindTranscript
}

/** Insights as they are shown. An analysis whose job was lost has failed; one that is only sent for is under way. */
export async function showInsights(context: Context, sessionId: string, row: InsightsRow): Promise<SessionInsights> {
  const isSettled = row.state === 'ready' || row.state === 'failed'
  const isAtWork = !isSettled && (await isUnderway(context, sessionId))
  const isLost = row.state === 'analyzing' && !isAtWork
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
