import { sentence } from '#shared/contract/errors.ts'
import { noInsights } from '#shared/contract/insights.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'
import { readInEnglish } from '#server/clinical-text/language/english-only.ts'
import type { RiskMark } from '#server/clinical-text/safety/turns-by-mark.ts'
import { audit } from '#server/audit.ts'
import type { Context, Services } from '#server/context.ts'
import { readTranscript } from '#server/features/transcripts/get-transcript.ts'
import { type Analysis, AnalystError } from '#server/providers/analyst/port.ts'
import { enqueueStep } from '#server/session-pipeline/enqueue-step.ts'
import type { Problem, ProviderProblem, Step, Task } from '#server/session-pipeline/step.ts'
import { threads } from '#server/threads/pool.ts'
import { needsInsights } from './show-insights.ts'
import { findInsights, findRiskMarks, lockInsights, updateInsights } from './store.ts'

interface Assignment {
  transcript: Transcript
  marks: readonly RiskMark[]
  clientFirstName: string
}

/** Finds the insights of a session's transcript. A session with current insights is not analyzed again. */
export const analyzeStep: Step<Assignment, Analysis> = {
  name: 'analyze',
  failure: 'a session could not be analyzed',
  begin,
  work,
  finish,
  explain,
  fail: failInsights,
}

async function work(
  { analyst }: Services,
  _: Task,
  { transcript, marks, clientFirstName }: Assignment,
  signal: AbortSignal,
): Promise<Analysis> {
  const analysis = await analyst.analyze({ transcript, clientFirstName, signal })
  signal.throwIfAborted()
  const insights = await threads.run('confirmRiskInInsights', { insights: analysis.insights, transcript, marks })
  return { ...analysis, insights }
}

/** Begins an analysis. Returns null if there is no transcript, or if the insights are current. */
async function begin(context: Context, { sessionId }: Task): Promise<Assignment | null> {
  const { db } = context
  const transcript = await readTranscript(context, sessionId)
  if (!transcript) return null
  await lockInsights(db, sessionId)
  const row = await findInsights(db, sessionId)
  if (!row || !needsInsights(row)) return null
  await updateInsights(db, sessionId, {
    state: 'analyzing',
    error: null,
    insights: noInsights,
    analyst: 'none',
    transcriptRevision: transcript.revision,
  })
  const marks = await findRiskMarks(db, sessionId)
  return { transcript: readInEnglish(transcript), marks, clientFirstName: row.clientFirstName }
}

/** Saves the analysis. If the transcript was corrected during the analysis, enqueues another analysis instead. */
async function finish(
  context: Context,
  { sessionId }: Task,
  _: Assignment,
  { insights, analyst }: Analysis,
): Promise<boolean> {
  if ((await findInsights(context.db, sessionId))?.isBehindTranscript) {
    await enqueueStep(context, 'analyze', sessionId)
  } else {
    await endAnalysis(context, sessionId, { state: 'ready', error: null, insights, analyst }, 'insights.found')
  }
  return false
}

async function failInsights(context: Context, { sessionId }: Task, { code, text }: Problem): Promise<void> {
  const error = code === 'insights_failed' ? text : sentence('insights_failed', { detail: text })
  await endAnalysis(
    context,
    sessionId,
    { state: 'failed', error, insights: noInsights, analyst: 'none' },
    'insights.failed',
  )
}

async function endAnalysis(
  context: Context,
  sessionId: string,
  changes: Parameters<typeof updateInsights>[2],
  action: string,
): Promise<void> {
  const row = await findInsights(context.db, sessionId)
  if (!row) return
  await updateInsights(context.db, sessionId, changes)
  const { clientId } = row
  audit(context, {
    action,
    resourceType: 'session',
    resourceId: sessionId,
    clientId,
    details: { analyst: changes.analyst },
  })
}

function explain(error: unknown): ProviderProblem | undefined {
  if (!(error instanceof AnalystError)) return undefined
  const detail = error.message
  return { code: 'insights_failed', text: sentence('insights_failed', { detail }), reason: detail }
}
