import { addDays, weekdayOf } from '#shared/rules/calendar.ts'
import { automatic, query } from '#web/api/client.ts'
import { justLoadedMs } from '#web/api/just-loaded.ts'

/** How many days ahead to look for the next session. */
const daysAhead = 7

/** Returns the dates of the current week, starting on Sunday. */
export function weekOf(today: string): string[] {
  const sunday = addDays(today, -weekdayOf(today))
  return Array.from({ length: 7 }, (_, at) => addDays(sunday, at))
}

/**
 * The sessions of the current week and of the following days in which the next session is sought, in one request.
 * Refetched every 5 minutes (spec core §9) and when the dashboard is opened.
 */
export function dashboardDaysQuery(today: string) {
  const [sunday = today] = weekOf(today)
  const input = { from: sunday, to: addDays(today, daysAhead) }
  const days = query.sessions.calendar.queryOptions({ input, context: automatic })
  return { ...days, staleTime: justLoadedMs, refetchInterval: 5 * 60_000 }
}
