import type { AdminSessionDetails } from '#shared/contract/admin-sessions.ts'
import { localDateTime } from '#shared/rules/local-time.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { auditPanel } from './audit-panel.ts'
import { findSession } from './sessions-store.ts'

/** @throws justification_missing unless a reason was given for this session (`justifyAccess`) */
export async function getSession(context: Context, input: { sessionId: string }): Promise<AdminSessionDetails> {
  const { db, actor, clock } = context
  const id = rowId(input.sessionId, 'justification_missing')
  const { date: today } = localDateTime(clock(), actor.timeZone)
  const { session, clientId, organizationId } = (await findSession(db, id, today)) ?? fail('justification_missing')
  auditPanel(context, {
    action: 'admin.session_read',
    resourceType: 'session',
    resourceId: id,
    clientId,
    organizationId,
  })
  return session
}
