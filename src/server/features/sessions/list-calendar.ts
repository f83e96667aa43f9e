import type { CalendarSession } from '#shared/contract/sessions.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { type Days, listDays } from './calendar-store.ts'

/** More than anybody holds in two months. */
const most = 1000

/**
 * The caller's own sessions of these days, whatever else the caller may see (spec core §6).
 * `isComplete` is false when there are more than are answered.
 */
export async function listCalendar(
  context: Context,
  days: Days,
): Promise<{ items: CalendarSession[]; isComplete: boolean }> {
  const [items] = await Promise.all([
    listDays(context.db, context.actor.userId, days, most + 1),
    audit(context, { action: 'session.listed', resourceType: 'session', details: { calendar: true, ...days } }),
  ])
  return { items: items.slice(0, most), isComplete: items.length <= most }
}
