import type { ErrorCode } from '#shared/contract/errors.ts'
import type { Context, Services } from '#server/context.ts'
import type { StepName } from './order.ts'

/** The session of a step and the user who asked for the work. */
export interface Task {
  sessionId: string
  userId: string
}

/** Why a step failed: the code and the sentence that the user reads. */
export interface Problem {
  code: ErrorCode
  text: string
}

/** A provider's error as a problem, with the reason for the log. The reason holds no clinical text. */
export interface ProviderProblem extends Problem {
  reason: string
}

/**
 * One step of the session pipeline. A worker may be killed at any point and the step run again, so `begin` and `finish` check
 * what is already done. `begin`, `finish` and the other functions with a context each run in one transaction as the user.
 */
export interface Step<Assignment extends object, Result> {
  name: StepName
  /** The log message of an error, for instance 'a note could not be drafted'. */
  failure: string
  /** Returns what `work` needs, 'done' when only the next step is missing, or null when there is nothing to do. */
  begin: (context: Context, task: Task) => Promise<Assignment | 'done' | null>
  /**
   * Does the long work outside any transaction. Returns 'paused' to let waiting jobs run first; the step then runs again, beginning
   * with `begin`. The work done so far must be saved.
   */
  work: (services: Services, task: Task, assignment: Assignment, signal: AbortSignal) => Promise<Result | 'paused'>
  /** Saves the result. Returns true if the next step is to follow. */
  finish: (context: Context, task: Task, assignment: Assignment, result: Result) => Promise<boolean>
  /** True if, after an error of `work` or `finish`, another run or an import has saved the result. The error is then ignored. */
  isDone?: (context: Context, task: Task) => Promise<boolean>
  /** Explains an error of this step's provider; undefined for any other error. */
  explain?: (error: unknown) => ProviderProblem | undefined
  /** Marks the step as failed for the user. `assignment` is null if `begin` failed. */
  fail: (context: Context, task: Task, problem: Problem, assignment: Assignment | null) => Promise<void>
}
