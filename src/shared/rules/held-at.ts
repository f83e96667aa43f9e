import type { HeldAt } from '../contract/held-session.ts'
import { addMonths } from './calendar.ts'
import { localDateTime } from './local-time.ts'

/** Years that a session may lie back. */
const mostYears = 10

/** Clocks may differ by so many minutes. */
const toleranceMs = 5 * 60 * 1000

/** Why a session cannot have been held then, or null. `now` is shown in the zone of its therapist. */
export function heldAtFault(
  { date, startTime }: HeldAt,
  now: Date,
  timeZone: string,
): 'session_in_future' | 'session_long_ago' | null {
  const latest = localDateTime(new Date(now.getTime() + toleranceMs), timeZone)
  if (`${date} ${startTime}` > `${latest.date} ${latest.time}`) return 'session_in_future'
  return date < addMonths(latest.date, -12 * mostYears) ? 'session_long_ago' : null
}
