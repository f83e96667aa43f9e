import { sentence } from '#shared/contract/errors.ts'
import { type Insights, noInsights, type SessionInsights } from '#shared/contract/insights.ts'
import type { Context } from '#server/context.ts'
import { readInEnglish } from '#server/clinical-text/language/english-only.ts'
import { readTranscript } from '#server/features/transcripts/get-transcript.ts'
import { threads } from '#server/threads/pool.ts'
import { findInsights, findRiskMarks, type InsightsRow } from './store.ts'

/** The message for an analysis whose job was lost. */
const interruptedError = sentence('insights_failed', { detail: 'The analysis was interrupted. Try again.' })

/** True if a job for the session's insights is running or queued. */
export function isUnderway({ db, jobs }: Context, sessionId: string): Promise<boolean> {
  return jobs.isUnderway(db, 'insights.analyze', { sessionId })
}

/** True if the session has no current insights. */
export function needsInsights({ state, isBehindTranscript }: InsightsRow): boolean {
  return state !== 'ready' || isBehindTranscript
}

/** Converts insights for display. An analysis with a lost job is shown as failed, with a queued job as analyzing. */
export async function showInsights(context: Context, sessionId: string, row: InsightsRow): Promise<SessionInsights> {
  const isSettled = row.state === 'ready' || row.state === 'failed'
  const isAtWork = !isSettled && (await isUnderway(context, sessionId))
  const isLost = row.state === 'analyzing' && !isAtWork
  // The job may have ended after the row was read.
  const now = isLost ? await findInsights(context.db, sessionId) : undefined
  if (now && now.updatedAt?.getTime() !== row.updatedAt?.getTime()) return await showInsights(context, sessionId, now)
  const insights =
    row.state === 'ready' && row.insights ? await markRiskForConfirmation(context, sessionId, row.insights) : noInsights
  return {
    sessionId,
    state: isAtWork ? 'analyzing' : isLost ? 'failed' : (row.state ?? 'none'),
    error: isLost ? interruptedError : row.error,
    insights,
    analyst: row.analyst ?? 'none',
    updatedAt: row.updatedAt?.toISOString() ?? null,
    isBehindTranscript: row.isBehindTranscript,
    canAnalyze:
      row.therapistId === context.actor.userId &&
      !context.actor.viewing &&
      row.hasTranscript &&
      !isAtWork &&
      needsInsights(row),
  }
}

/** Marks insights about risk for confirmation, because a language model may mark turns after the analysis. */
async function markRiskForConfirmation(context: Context, sessionId: string, insights: Insights): Promise<Insights> {
  const marks = await findRiskMarks(context.db, sessionId)
  if (marks.length === 0) return insights
  const transcript = await readTranscript(context, sessionId)
  if (!transcript) return insights
  return await threads.run('confirmRiskInInsights', { insights, transcript: readInEnglish(transcript), marks })
}
