import type { ErrorCode } from '#shared/contract/errors.ts'
import type { CalendarSession, Session } from '#shared/contract/sessions.ts'
import { type AuditEvent, audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { findInCalendar } from './calendar-store.ts'
import { getOwnSession } from './get-session.ts'

export interface ScheduledChange {
  action: string
  /** The error if the status of the session does not allow the change. */
  refusal: ErrorCode
  /** Returns false, and changes nothing, if the status of the session does not allow the change. */
  change: (sessionId: string) => Promise<boolean>
  details?: (before: Session) => AuditEvent['details']
}

/**
 * Changes a calendar session of the caller and audits the change.
 * @throws session_missing, not_allowed for other users who may see the session, `refusal`
 */
export async function changeScheduled(
  context: Context,
  sessionId: string,
  { action, refusal, change, details }: ScheduledChange,
): Promise<CalendarSession> {
  const before = await getOwnSession(context, sessionId)
  if (!(await change(before.id))) fail(refusal)
  audit(context, {
    action,
    resourceType: 'session',
    resourceId: before.id,
    clientId: before.clientId,
    details: details?.(before) ?? {},
  })
  return (await findInCalendar(context.db, before.id)) ?? fail('session_missing')
}
