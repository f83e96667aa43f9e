import type { HeldAt } from '../contract/held-session.ts'
import { addDays, addMonths } from './calendar.ts'
import { addMinutes, localDateTime, minutesBetween, momentsOf } from './local-time.ts'

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
  const latestMs = now.getTime() + toleranceMs
  const latest = localDateTime(new Date(latestMs), timeZone)
  const isLater = `${date} ${startTime}` > `${latest.date} ${latest.time}`
  // In the hour that a clock change repeats, a later time may have been before.
  if (isLater && !momentsOf(date, startTime, timeZone).some((moment) => moment <= latestMs)) return 'session_in_future'
  return date < addMonths(latest.date, -12 * maxYears) ? 'session_long_ago' : null
}

/** Length of a session whose times are not known, in minutes. */
const usualMinutes = 50

/** A session of the usual length, by the clock, that ends now. */
export function sessionEndingNow(now: Date, timeZone: string): { date: string; startTime: string; endTime: string } {
  const { date, time } = localDateTime(now, timeZone)
  const startTime = addMinutes(time, -usualMinutes)
  return { date: startTime > time ? addDays(date, -1) : date, startTime, endTime: time }
}
