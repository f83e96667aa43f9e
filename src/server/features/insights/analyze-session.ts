import { noInsights, type SessionInsights } from '#shared/contract/insights.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { unlessGone } from '#server/db/unless-gone.ts'
import { fail } from '#server/fail.ts'
import { getOwnSession } from '#server/features/sessions/get-session.ts'
import { enqueueStep } from '#server/session-pipeline/enqueue-step.ts'
import { needsInsights, isUnderway, showInsights } from './show-insights.ts'
import { findInsights, lockInsights, updateInsights } from './store.ts'

/**
 * Enqueues the analysis of a session, or a new analysis after its transcript was corrected. Repeated calls enqueue one
 * job. A session with current insights is not analyzed again.
 * @throws session_missing, not_allowed, transcript_missing
 */
export async function analyzeSession(context: Context, input: { sessionId: string }): Promise<SessionInsights> {
  const { db } = context
  const { id, clientId } = await getOwnSession(context, input.sessionId)
  const before = (await findInsights(db, id)) ?? fail('session_missing')
  if (!before.hasTranscript) fail('transcript_missing')
  if (!(await unlessGone(lockInsights(db, id)))) fail('session_missing')
  const row = (await findInsights(db, id)) ?? fail('session_missing')
  if (needsInsights(row) && !(await isUnderway(context, id))) {
    await updateInsights(db, id, { state: 'analyzing', error: null, insights: noInsights, analyst: 'none' })
    await enqueueStep(context, 'analyze', id)
  }
  audit(context, { action: 'insights.requested', resourceType: 'session', resourceId: id, clientId })
  return await showInsights(context, id, (await findInsights(db, id)) ?? fail('session_missing'))
}
