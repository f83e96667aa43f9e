import { randomUUID } from 'node:crypto'
import { sentence } from '#shared/contract/errors.ts'
import { noInsights } from '#shared/contract/insights.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'
import { readInEnglish } from '#server/clinical-text/language/english-only.ts'
import { audit } from '#server/audit.ts'
import type { Context, Services } from '#server/context.ts'
import { readTranscript } from '#server/features/transcripts/get-transcript.ts'
import { asUser } from '#server/use-case/as-user.ts'
import type { JobRun } from '#server/jobs/queue.ts'
import { type Analysis, AnalystError } from '#server/providers/analyst/port.ts'
import { threads } from '#server/threads/pool.ts'
import { isToBeFound } from './show-insights.ts'
import { findInsights, lockInsights, updateInsights } from './store.ts'

interface Task {
  sessionId: string
  userId: string
}

interface Assignment {
  transcript: Transcript
  clientFirstName: string
}

/**
 * Has the analyst look at a session's transcript. It may be stopped and run again at any point: what was found is kept in one
 * transaction, and a session whose insights stand is not looked at again.
 */
export async function findInsightsOf(services: Services, task: Task, run: JobRun): Promise<void> {
  const assignment = await asUser(services, task.userId, (context) => begin(context, task))
  if (!assignment) return
  try {
    const analysis = await services.analyst.analyze({ ...assignment, signal: run.signal })
    run.signal.throwIfAborted()
    const { transcript } = assignment
    const insights = await threads.run('confirmRiskInInsights', { insights: analysis.insights, transcript })
    await asUser(services, task.userId, (context) => finish(context, task, { ...analysis, insights }))
  } catch (error) {
    const isFinal = error instanceof AnalystError && !error.transient
    if (run.signal.aborted || !(isFinal || run.isLastTry(error))) throw error
    const told = explain(services, task, error)
    await asUser(services, task.userId, (context) => giveUp(context, task, told))
    if (!isFinal) throw error
  }
}

/** Null when there is nothing to look at, or when somebody has. */
async function begin(context: Context, { sessionId }: Task): Promise<Assignment | null> {
  const { db } = context
  const transcript = await readTranscript(context, sessionId)
  if (!transcript) return null
  await lockInsights(db, sessionId)
  const row = await findInsights(db, sessionId)
  if (!row || !isToBeFound(row)) return null
  await updateInsights(db, sessionId, { state: 'analyzing', error: null, insights: noInsights, analyst: 'none' })
  return { transcript: readInEnglish(transcript), clientFirstName: row.clientFirstName }
}

/** A transcript that was corrected in the meantime is looked at once more. */
async function finish(context: Context, task: Task, { insights, analyst }: Analysis): Promise<void> {
  const { db, jobs } = context
  const { sessionId } = task
  if ((await findInsights(db, sessionId))?.isBehindTranscript) return await jobs.enqueue(db, 'insights.analyze', task)
  await end(context, sessionId, { state: 'ready', error: null, insights, analyst }, 'insights.found')
}

async function giveUp(context: Context, { sessionId }: Task, error: string): Promise<void> {
  await end(context, sessionId, { state: 'failed', error, insights: noInsights, analyst: 'none' }, 'insights.failed')
}

async function end(
  context: Context,
  sessionId: string,
  changes: Parameters<typeof updateInsights>[2],
  action: string,
): Promise<void> {
  const row = await findInsights(context.db, sessionId)
  if (!row) return
  await updateInsights(context.db, sessionId, changes)
  const { clientId } = row
  await audit(context, {
    action,
    resourceType: 'session',
    resourceId: sessionId,
    clientId,
    details: { analyst: changes.analyst },
  })
}

function explain({ log }: Services, { sessionId }: Task, error: unknown): string {
  if (error instanceof AnalystError) {
    log.warn({ sessionId, reason: error.message }, 'a session could not be analyzed')
    return sentence('insights_failed', { detail: error.message })
  }
  const id = randomUUID().slice(0, 8)
  log.error({ err: error, id, sessionId }, 'a session could not be analyzed')
  return sentence('insights_failed', { detail: sentence('unexpected', { id }) })
}
