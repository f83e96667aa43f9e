import type { CalendarSession, ChangedAppointment } from '#shared/contract/sessions.ts'
import type { Context } from '#server/context.ts'
import { moveScheduled } from './calendar-store.ts'
import { changeScheduled } from './change-scheduled.ts'

/**
 * Moves a scheduled session of the caller, and changes its type if a type is stated. Other sessions of its series stay.
 * @throws session_missing, not_allowed for other users who may see the session; session_not_scheduled if the session
 * was begun or canceled
 */
export function rescheduleSession(
  context: Context,
  { sessionId, ...to }: ChangedAppointment & { sessionId: string },
): Promise<CalendarSession> {
  return changeScheduled(context, sessionId, {
    action: 'session.rescheduled',
    refusal: 'session_not_scheduled',
    change: (id) => moveScheduled(context.db, id, to),
    details: ({ date, startTime }) => ({ from: `${date} ${startTime}`, to: `${to.date} ${to.startTime}` }),
  })
}
