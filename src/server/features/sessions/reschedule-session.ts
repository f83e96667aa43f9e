import type { CalendarSession, ChangedAppointment } from '#shared/contract/sessions.ts'
import type { Context } from '#server/context.ts'
import { moveScheduled } from './calendar-store.ts'
import { changeScheduled } from './change-scheduled.ts'

/**
 * Moves a session that is scheduled, for its own therapist, and changes its kind where that is given. In a series, the others stay.
 * @throws session_missing, not_allowed for whoever else may see it, session_not_scheduled once it was begun or cancelled
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
