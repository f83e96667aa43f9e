import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { closeViewing } from './store.ts'

/** From the next request on, the caller sees their own data again. Changes nothing when they do already. */
export async function stopViewing(context: Context): Promise<{ stopped: true }> {
  const userId = await closeViewing(context.db)
  if (userId) await audit(context, { action: 'viewing.stopped', resourceType: 'account', resourceId: userId })
  return { stopped: true }
}
