import type { SessionInsights } from '#shared/contract/insights.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { showInsights } from './show-insights.ts'
import { findInsights } from './store.ts'

/**
 * Returns the insights of a session. The read is audited only if there are insights, because the page polls.
 * @throws session_missing also for a session that the caller may not see
 */
export async function getInsights(context: Context, input: { sessionId: string }): Promise<SessionInsights> {
  const id = rowId(input.sessionId, 'session_missing')
  const row = (await findInsights(context.db, id)) ?? fail('session_missing')
  const shown = await showInsights(context, id, row)
  if (shown.state === 'ready')
    audit(context, { action: 'insights.read', resourceType: 'session', resourceId: id, clientId: row.clientId })
  return shown
}
