import { monthWeeks } from '#shared/rules/calendar.ts'
import { query } from '#web/api/client.ts'

/** Weekdays, starting on Sunday. */
export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

/** The sessions of all weeks that overlap a month `yyyy-MM`. */
export function monthQuery(month: string) {
  const days = monthWeeks(month).flat()
  return daysQuery(days.at(0) ?? `${month}-01`, days.at(-1) ?? `${month}-28`)
}

/** The caller's own sessions in a range of dates, both included. */
export function daysQuery(from: string, to: string) {
  return query.sessions.calendar.queryOptions({ input: { from, to } })
}

/** Formats a month `yyyy-MM` as `November 2026`. */
export function monthName(month: string): string {
  return formatDay(`${month}-01`, { month: 'long', year: 'numeric' })
}

/** Formats a date as `Thursday, November 19`. */
export function dayName(day: string): string {
  return formatDay(day, { weekday: 'long', month: 'long', day: 'numeric' })
}

/** Formats a date as `December 3`; an empty string without a date. */
export function longDay(day: string | undefined): string {
  return day === undefined ? '' : formatDay(day, { month: 'long', day: 'numeric' })
}

/** Formats a date as `Thu, Dec 3`. */
export function shortDay(day: string): string {
  return formatDay(day, { weekday: 'short', month: 'short', day: 'numeric' })
}

/** Formats a count as `12 sessions`. */
export function countOf(count: number): string {
  return count === 1 ? '1 session' : `${count} sessions`
}

/** Formats a count as `5 appointments`. */
export function countName(count: number): string {
  if (count === 0) return 'No appointments'
  return count === 1 ? '1 appointment' : `${count} appointments`
}

function formatDay(day: string, format: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-US', { ...format, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}
