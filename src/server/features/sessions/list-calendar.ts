import type { CalendarSession } from '#shared/contract/sessions.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { type Days, listSessionsOfDays } from './calendar-store.ts'

/** A limit far above the number of sessions that a therapist has in two months. */
const maxSessions = 1000

/**
 * Lists the caller's own sessions of these days. Sessions of other therapists are not included, even if the caller may
 * see them (spec core §6). `isComplete` is false if there are more sessions than listed.
 */
export async function listCalendar(
  context: Context,
  days: Days,
): Promise<{ items: CalendarSession[]; isComplete: boolean }> {
  audit(context, { action: 'session.listed', resourceType: 'session', details: { calendar: true, ...days } })
  const items = await context.sendLast(() =>
    listSessionsOfDays(context.db, context.actor.userId, days, maxSessions + 1),
  )
  return { items: items.slice(0, maxSessions), isComplete: items.length <= maxSessions }
}
