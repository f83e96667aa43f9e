import type { Context } from '#server/context.ts'
import { jobsBeforeNote } from './order.ts'

/** True if a job that leads to the session's note is running or queued. */
export async function isUnderway({ db, jobs }: Context, sessionId: string): Promise<boolean> {
  const found = await Promise.all(jobsBeforeNote.map((name) => jobs.isUnderway(db, name, { sessionId })))
  return found.includes(true)
}
