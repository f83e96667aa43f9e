import { sentence } from '#shared/contract/errors.ts'
import type { HeldSession } from '#shared/contract/sessions.ts'
import { isDay } from '#shared/rules/calendar.ts'
import { heldAtFault, isLengthPossible } from '#shared/rules/held-at.ts'

export type HeldSessionErrors = Partial<Record<'date' | 'startTime' | 'endTime', string>>

/** Returns the validation errors of date and times. `now` is compared in the therapist's zone. */
export function errorsOf(
  { date, startTime, endTime }: HeldSession,
  timeZone: string,
  now = new Date(),
): HeldSessionErrors {
  if (!isDay(date)) return { date: 'Choose a date.' }
  if (startTime === '') return { startTime: 'Enter a time.' }
  if (endTime === '') return { endTime: 'Enter a time.' }
  if (!isLengthPossible({ startTime, endTime })) return { endTime: 'Check the end time.' }
  const fault = heldAtFault({ date, startTime }, now, timeZone)
  return fault === null ? {} : { date: sentence(fault) }
}
