import type { SessionInsights } from '#shared/contract/insights.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { showInsights } from './show-insights.ts'
import { findInsights } from './store.ts'

/**
 * What was found in a session. While there is nothing to be read, no reading is written down: the page asks again and again.
 * @throws session_missing when there is none, or none this person may see
 */
export async function getInsights(context: Context, input: { sessionId: string }): Promise<SessionInsights> {
  const id = rowId(input.sessionId, 'session_missing')
  const row = (await findInsights(context.db, id)) ?? fail('session_missing')
  const shown = await showInsights(context, id, row)
  if (shown.state === 'ready')
    await audit(context, { action: 'insights.read', resourceType: 'session', resourceId: id, clientId: row.clientId })
  return shown
}
