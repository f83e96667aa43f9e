import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { closeViewing } from './store.ts'

/** Ends the viewing: the caller sees their own data from the next request on. Does nothing if there is no viewing. */
export async function stopViewing(context: Context): Promise<{ stopped: true }> {
  const userId = await closeViewing(context.db)
  if (userId) audit(context, { action: 'viewing.stopped', resourceType: 'account', resourceId: userId })
  return { stopped: true }
}
