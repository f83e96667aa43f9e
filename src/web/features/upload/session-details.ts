import { type HeldDetails, Participants } from '#shared/contract/held-session.ts'
import { sentence } from '#shared/contract/errors.ts'
import type { SettingType } from '#shared/contract/sessions.ts'
import { isDay } from '#shared/rules/calendar.ts'
import { heldAtFault } from '#shared/rules/held-at.ts'

/** The session fields of the upload form, as typed. */
export type SessionFields = {
  settingType: SettingType
  date: string
  startTime: string
  /** Names or roles of other participants, separated by commas. */
  others: string
}

export type SessionFieldErrors = Partial<Record<'date' | 'startTime' | 'others', string>>

/** The session details that are sent with a file. */
export type SessionDetails = HeldDetails & { settingType: SettingType }

export function toSessionDetails(
  { settingType, date, startTime, others }: SessionFields,
  appointmentId?: string,
): SessionDetails {
  return { settingType, heldAt: { date, startTime }, participants: namesIn(others), appointmentId }
}

/** Returns the validation errors of the fields. */
export function errorsOf(
  { date, startTime, others }: SessionFields,
  timeZone: string,
  now = new Date(),
): SessionFieldErrors {
  const names = Participants.safeParse(namesIn(others)).success
  return {
    ...dateError({ date, startTime }, timeZone, now),
    ...(!names && { others: 'Enter up to 12 names of up to 80 characters.' }),
  }
}

function dateError(at: { date: string; startTime: string }, timeZone: string, now: Date): SessionFieldErrors {
  if (!isDay(at.date)) return { date: 'Choose a date.' }
  if (at.startTime === '') return { startTime: 'Enter a time.' }
  const fault = heldAtFault(at, now, timeZone)
  return fault === null ? {} : { date: sentence(fault) }
}

const namesIn = (text: string) =>
  text
    .split(/[,;\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
