import type { CosignItem } from '#shared/contract/cosign.ts'
import { todayIn } from '#web/ui/format/dates.ts'

/** Number of days after which a waiting note is marked. */
const longDays = 3

/** Returns the calendar days since a time, in the given zone. */
export function daysSince(at: string, timeZone: string, now = new Date()): number {
  const day = (moment: Date) => Date.parse(todayIn(timeZone, moment))
  return Math.max(0, Math.round((day(now) - day(new Date(at))) / 86_400_000))
}

/** Formats a number of days: `Today`, `1 day`, `3 days`. */
export function shownDays(days: number): string {
  if (days === 0) return 'Today'
  return days === 1 ? '1 day' : `${days} days`
}

export const isLongWait = (days: number) => days >= longDays

/** Summarizes the waiting notes, e.g. `3 notes waiting, the oldest for 3 days`. */
export function queueSummary(items: readonly CosignItem[], timeZone: string, now = new Date()): string {
  const [oldest] = items
  if (!oldest) return 'No notes waiting'
  const days = daysSince(oldest.since, timeZone, now)
  const sinceText = days === 0 ? 'since today' : `for ${shownDays(days)}`
  return items.length === 1 ? `1 note waiting ${sinceText}` : `${items.length} notes waiting, the oldest ${sinceText}`
}

/** Splits a full name into first and last name, for initials. */
export function nameParts(name: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = name.split(' ')
  return { firstName, lastName: rest.at(-1) ?? '' }
}
