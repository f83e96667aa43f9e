import type { CalendarSession } from '#shared/contract/sessions.ts'
import type { Context } from '#server/context.ts'
import { cancelScheduled, restoreScheduled } from './calendar-store.ts'
import { changeScheduled } from './change-scheduled.ts'

/**
 * Cancels a session that is scheduled, for its own therapist.
 * @throws session_missing, not_allowed for whoever else may see it, session_not_scheduled once it was begun or cancelled
 */
export function cancelSession(context: Context, { sessionId }: { sessionId: string }): Promise<CalendarSession> {
  return changeScheduled(context, sessionId, {
    action: 'session.cancelled',
    refusal: 'session_not_scheduled',
    change: (id) => cancelScheduled(context.db, id),
  })
}

/**
 * Takes that back.
 * @throws session_missing, not_allowed, session_not_cancelled when it is not cancelled, or was begun before it was
 */
export function restoreSession(context: Context, { sessionId }: { sessionId: string }): Promise<CalendarSession> {
  return changeScheduled(context, sessionId, {
    action: 'session.restored',
    refusal: 'session_not_cancelled',
    change: (id) => restoreScheduled(context.db, id),
  })
}
