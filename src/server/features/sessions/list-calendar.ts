import type { CalendarSession } from '#shared/contract/sessions.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { type Days, listDays } from './calendar-store.ts'

/** More sessions than any therapist has in two months. */
const most = 1000

/**
 * Lists the caller's own sessions of these days. Sessions of others that the caller may see are not included (spec core
 * §6). `isComplete` is false if there are more sessions than listed.
 */
export async function listCalendar(
  context: Context,
  days: Days,
): Promise<{ items: CalendarSession[]; isComplete: boolean }> {
  audit(context, { action: 'session.listed', resourceType: 'session', details: { calendar: true, ...days } })
  const items = await context.sendLast(() => listDays(context.db, context.actor.userId, days, most + 1))
  return { items: items.slice(0, most), isComplete: items.length <= most }
}
