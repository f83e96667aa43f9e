import * as z from 'zod'
import { type SeriesEnd, minSessions, frequencies, maxSessions, maxSkipped } from '#shared/rules/recurrence.ts'
import { Day } from './day.ts'
import { endpoint } from './endpoint.ts'
import { SessionId } from './ids.ts'
import { CalendarSession, ChangedAppointment, NewAppointment, StartTime } from './sessions.ts'

const Frequency = z.enum(frequencies)

const Ends: z.ZodType<SeriesEnd> = z.union([
  z.strictObject({ count: z.int().min(minSessions).max(maxSessions) }),
  z.strictObject({ until: Day }),
])

/** Sessions of one series, in order. */
export const SeriesSessions = z.object({ seriesId: z.string(), items: z.array(CalendarSession) })
export type SeriesSessions = z.infer<typeof SeriesSessions>

/** Number of dates in one overlap check: a whole series with its skipped dates. */
const maxDates = maxSessions + maxSkipped

const bySession = z.object({ sessionId: SessionId })
const bySeries = z.object({ seriesId: z.string() })

export const series = {
  busy: endpoint({
    method: 'POST',
    whileViewing: true,
    path: '/calendar/busy',
    summary: "The caller's own sessions on the given dates and the days next to them, without canceled ones",
  })
    .input(z.object({ dates: z.array(Day).min(1).max(maxDates) }))
    .output(z.object({ items: z.array(CalendarSession) })),
  schedule: endpoint({
    method: 'POST',
    path: '/clients/{clientId}/series',
    summary:
      "Schedule sessions that repeat with one of the caller's own active clients; sent twice, they are scheduled once",
  })
    .input(
      NewAppointment.extend({
        requestId: z.uuid(),
        frequency: Frequency,
        ends: Ends,
        /** Dates of the rule without a session. */
        skipped: z.array(Day).max(maxSkipped).default([]),
        /** Dates of the rule with another start time. */
        moved: z
          .array(z.object({ date: Day, startTime: StartTime }))
          .max(maxSessions)
          .default([]),
      }),
    )
    .output(SeriesSessions),
  rescheduleFollowing: endpoint({
    method: 'POST',
    path: '/sessions/{sessionId}/reschedule-following',
    summary:
      'Move a scheduled session and all that follow it in its series. Sessions moved on their own keep their times',
  })
    // Sent twice with the same id, they are moved once.
    .input(ChangedAppointment.extend({ ...bySession.shape, requestId: z.uuid().optional() }))
    .output(SeriesSessions),
  undoReschedule: endpoint({
    method: 'POST',
    path: '/series/{seriesId}/undo-reschedule',
    summary: 'Undo a change of times in a series',
  })
    .input(bySeries)
    .output(SeriesSessions),
  cancelFollowing: endpoint({
    method: 'POST',
    path: '/sessions/{sessionId}/cancel-following',
    summary: 'Cancel a scheduled session and all that follow it in its series',
  })
    .input(bySession)
    .output(SeriesSessions),
  restoreFollowing: endpoint({
    method: 'POST',
    path: '/series/{seriesId}/restore',
    summary: 'Restore canceled sessions of a series',
  })
    .input(bySeries.extend({ sessionIds: z.array(SessionId).min(1).max(maxDates) }))
    .output(SeriesSessions),
}
