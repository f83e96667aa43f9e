import type { Context } from '#server/context.ts'
import { reportProgress } from '#server/features/sessions/report-progress.ts'
import { type StepName, steps } from './order.ts'

/** Enqueues a step of a session as the caller, in the caller's transaction. */
export async function enqueueStep({ db, jobs, actor }: Context, name: StepName, sessionId: string): Promise<void> {
  await jobs.enqueue(db, steps[name].job, { sessionId, userId: actor.userId })
}

/** Enqueues the next step, if the pipeline has one. */
export async function enqueueNext(context: Context, name: StepName, sessionId: string): Promise<void> {
  const { next } = steps[name]
  if (next) await enqueueStep(context, next, sessionId)
}

/** After the result of a step is saved, reports the progress of the next step and enqueues it. */
export async function continueAfter(context: Context, name: StepName, sessionId: string): Promise<void> {
  const { next } = steps[name]
  const progress = next && steps[next].progress
  if (progress) await reportProgress(context, sessionId, progress.stage, progress.percent)
  await enqueueNext(context, name, sessionId)
}
