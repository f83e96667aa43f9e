import { addDays } from './calendar.ts'

/** Days from the receipt of a request to the last day for its answer (45 CFR 164.526(b)(2)). */
export const answerDays = 60

/** Days that the only possible extension adds. */
export const extensionDays = 30

/** A due date that is fewer days away than this is marked. */
const soonDays = 7

/** Days from `today` until a day, both `yyyy-MM-dd`. Negative for a day in the past. */
export function daysUntil(day: string, today: string): number {
  return Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${today}T00:00:00Z`)) / 86_400_000)
}

/** How urgent the answer is on a day: it is due at the end of its due date. */
export function dueState(dueOn: string, today: string): 'open' | 'soon' | 'overdue' {
  if (dueOn < today) return 'overdue'
  return dueOn < addDays(today, soonDays) ? 'soon' : 'open'
}
