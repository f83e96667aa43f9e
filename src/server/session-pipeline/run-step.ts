import { sentence } from '#shared/contract/errors.ts'
import type { Context, Services } from '#server/context.ts'
import { logUnderNumber } from '#server/error-number.ts'
import { Failure } from '#server/fail.ts'
import { reportWaiting } from '#server/features/sessions/report-progress.ts'
import { catalog } from '#server/jobs/catalog.ts'
import { isTransient } from '#server/jobs/is-transient.ts'
import type { JobRun } from '#server/jobs/queue.ts'
import { asUser } from '#server/use-case/as-user.ts'
import { continueAfter, enqueueStep } from './enqueue-step.ts'
import { steps } from './order.ts'
import type { Problem, Step, Task } from './step.ts'

/**
 * Runs one step for a session and enqueues the next one. The queue repeats the step after a temporary error. A
 * permanent error, or an error of the last try, fails the step with a sentence for the user.
 * @throws every error that is not permanent, so that the queue counts the try, unless the result is already saved
 */
export async function runStep<Assignment extends object, Result>(
  services: Services,
  step: Step<Assignment, Result>,
  task: Task,
  run: JobRun,
): Promise<void> {
  const inTransaction = <T>(work: (context: Context) => Promise<T>) => asUser(services, task.userId, work)
  let assignment: Assignment | null = null
  try {
    const begun = await inTransaction((context) => begin(context, step, task))
    if (!begun) return
    assignment = begun
    const result = await step.work(services, task, begun, run.signal)
    run.signal.throwIfAborted()
    await inTransaction(async (context) => {
      if (result === 'paused') await enqueueStep(context, step.name, task.sessionId)
      else if (await step.finish(context, task, begun, result)) await continueAfter(context, step.name, task.sessionId)
    })
  } catch (error) {
    const isPermanent = isPermanentFor(step, error)
    const isOver = await inTransaction(async (context) => {
      // Without an assignment, the error may be that the next step was not enqueued, although the result is saved.
      if (assignment !== null && (await step.isDone?.(context, task))) return true
      if (run.signal.aborted) return false
      if (isPermanent || run.isLastTry(error)) await fail(context, step, task, assignment, error)
      // With `busy`, every service responds.
      else if (isTransient(error) && !(error instanceof Failure) && waitsForHours(step))
        await reportWaiting(context, task.sessionId)
      return isPermanent
    })
    if (!isOver) throw error
  }
}

async function begin<Assignment extends object, Result>(
  context: Context,
  step: Step<Assignment, Result>,
  task: Task,
): Promise<Assignment | null> {
  const begun = await step.begin(context, task)
  if (begun !== 'done') return begun
  await continueAfter(context, step.name, task.sessionId)
  return null
}

/** True if another try would fail in the same way. `busy` is temporary: the threads become free again. */
function isPermanentFor<Assignment extends object, Result>(step: Step<Assignment, Result>, error: unknown): boolean {
  if (error instanceof Failure) return error.code !== 'busy'
  return step.explain?.(error) !== undefined && !isTransient(error)
}

function waitsForHours<Assignment extends object, Result>({ name }: Step<Assignment, Result>): boolean {
  return 'waitsForHours' in catalog[steps[name].job]
}

/** Skips a session that was deleted or transferred, because the user can no longer see it. */
async function fail<Assignment extends object, Result>(
  context: Context,
  step: Step<Assignment, Result>,
  task: Task,
  assignment: Assignment | null,
  error: unknown,
): Promise<void> {
  const problem = explain(context, step, task, error)
  if (problem.code !== 'session_missing') await step.fail(context, task, problem, assignment)
}

function explain<Assignment extends object, Result>(
  { log }: Context,
  step: Step<Assignment, Result>,
  { sessionId }: Task,
  error: unknown,
): Problem {
  if (error instanceof Failure) return { code: error.code, text: error.message }
  const known = step.explain?.(error)
  if (known) {
    log.warn({ sessionId, code: known.code, reason: known.reason }, step.failure)
    return known
  }
  const id = logUnderNumber(log, error, step.failure, { sessionId })
  const code = isTransient(error) && waitsForHours(step) ? 'processing_gave_up' : 'unexpected'
  return { code, text: sentence(code, { id }) }
}
