import { addDays, weekdayOf } from '#shared/rules/calendar.ts'
import { daysQuery } from '../days.ts'

/** How many days ahead to look for the next session. */
const daysAhead = 7

// Today and the week are refetched every 5 minutes (spec core §9) and when they come into view.
const refreshed = { staleTime: 0, refetchInterval: 5 * 60_000 }

/** The sessions of today, `yyyy-MM-dd`. */
export function todayQuery(today: string) {
  return { ...daysQuery(today, today), ...refreshed }
}

/** The dates of today's week, starting on Sunday. */
export function weekOf(today: string): string[] {
  const sunday = addDays(today, -weekdayOf(today))
  return Array.from({ length: 7 }, (_, at) => addDays(sunday, at))
}

/** The sessions of today's week, Sunday to Saturday. */
export function weekQuery(today: string) {
  const sunday = addDays(today, -weekdayOf(today))
  return { ...daysQuery(sunday, addDays(sunday, 6)), ...refreshed }
}

/** The sessions searched for the next one. */
export function aheadQuery(today: string) {
  return { ...daysQuery(today, addDays(today, daysAhead)), ...refreshed }
}
