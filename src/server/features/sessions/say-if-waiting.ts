import type { Services } from '#server/context.ts'
import { asUser } from '#server/use-case/as-user.ts'
import { isTransient } from '#server/jobs/is-transient.ts'
import { reportWaiting } from './report-progress.ts'

/** A job of a session failed and is tried again: when an outage is the reason, the person reads so. */
export async function sayIfWaiting(
  services: Services,
  { sessionId, userId }: { sessionId: string; userId: string },
  error: unknown,
): Promise<void> {
  if (isTransient(error)) await asUser(services, userId, (context) => reportWaiting(context, sessionId))
}
