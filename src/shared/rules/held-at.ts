import type { HeldAt } from '../contract/held-session.ts'
import { addMonths } from './calendar.ts'
import { addMinutes, localDateTime, minutesBetween } from './local-time.ts'

/** Maximum number of years since a session. */
const maxYears = 10

/** Maximum length of a session, in minutes. */
const maxMinutes = 12 * 60

/** True if a session between these times, also past midnight, has a possible length. */
export function isLengthPossible({ startTime, endTime }: { startTime: string; endTime: string }): boolean {
  const minutes = minutesBetween(startTime, endTime)
  return minutes > 0 && minutes <= maxMinutes
}

/** Allowed difference of clocks, in milliseconds. */
const toleranceMs = 5 * 60 * 1000

/** The reason why a session cannot have been held at this time in the therapist's `timeZone`, or null. */
export function heldAtFault(
  { date, startTime }: HeldAt,
  now: Date,
  timeZone: string,
): 'session_in_future' | 'session_long_ago' | null {
  const latest = localDateTime(new Date(now.getTime() + toleranceMs), timeZone)
  if (`${date} ${startTime}` > `${latest.date} ${latest.time}`) return 'session_in_future'
  return date < addMonths(latest.date, -12 * maxYears) ? 'session_long_ago' : null
}

/** Length of a session whose times are not known, in minutes. */
const usualMinutes = 50

/** A session of the usual length that ends now. */
export function sessionEndingNow(now: Date, timeZone: string): { date: string; startTime: string; endTime: string } {
  const { date, time } = localDateTime(new Date(now.getTime() - usualMinutes * 60_000), timeZone)
  return { date, startTime: time, endTime: addMinutes(time, usualMinutes) }
}
