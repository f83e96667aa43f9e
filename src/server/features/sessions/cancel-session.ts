import type { CalendarSession } from '#shared/contract/sessions.ts'
import type { Context } from '#server/context.ts'
import { cancelScheduled, restoreScheduled } from './calendar-store.ts'
import { changeScheduled } from './change-scheduled.ts'

/**
 * Cancels a scheduled session of the caller.
 * @throws session_missing, not_allowed for other users who may see the session; session_not_scheduled if the session
 * was begun or canceled
 */
export function cancelSession(context: Context, { sessionId }: { sessionId: string }): Promise<CalendarSession> {
  return changeScheduled(context, sessionId, {
    action: 'session.cancelled',
    refusal: 'session_not_scheduled',
    change: (id) => cancelScheduled(context.db, id),
  })
}

/**
 * Undoes the cancellation of a session.
 * @throws session_missing, not_allowed, session_not_cancelled if the session is not canceled or was begun before
 */
export function restoreSession(context: Context, { sessionId }: { sessionId: string }): Promise<CalendarSession> {
  return changeScheduled(context, sessionId, {
    action: 'session.restored',
    refusal: 'session_not_cancelled',
    change: (id) => restoreScheduled(context.db, id),
  })
}
