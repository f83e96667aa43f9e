import type { CalendarSession } from '#shared/contract/sessions.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { listSessionsOnDates } from './calendar-store.ts'

/**
 * Lists the caller's own sessions on these dates and on the days before and after, because a late session can run past
 * midnight.
 */
export async function listBusy(
  context: Context,
  { dates }: { dates: readonly string[] },
): Promise<{ items: CalendarSession[] }> {
  const days = [...new Set(dates.flatMap((date) => [addDays(date, -1), date, addDays(date, 1)]))]
  audit(context, {
    action: 'session.listed',
    resourceType: 'session',
    details: { calendar: true, dates: dates.length },
  })
  const items = await listSessionsOnDates(context.db, context.actor.userId, days)
  return { items }
}
