import { addDays, addMonths, monthOf, overlaps, type Span, weekdayOf } from './calendar.ts'

export const frequencies = ['weekly', 'every-2-weeks', 'monthly'] as const
export type Frequency = (typeof frequencies)[number]

/**
 * A repeating appointment. The weekday, and for a monthly rule its place in the month, follow from the first date.
 * Dates and times are local, so clock changes do not shift them.
 */
export interface Recurrence {
  frequency: Frequency
  firstDate: string
}

/** Ends after that many sessions, or with the last date of the rule up to a day. */
export type SeriesEnd = { count: number } | { until: string }

/** Minimum and maximum number of sessions of a series. */
export const minSessions = 2
export const maxSessions = 52

/** Maximum number of skipped dates of a series. */
export const maxSkipped = 52

/** The position of a weekday in its month, e.g. the second Tuesday. -1 is the last, because not every month has a fifth. */
export type WeekdayPosition = 1 | 2 | 3 | 4 | -1
const weekdayPositions: readonly WeekdayPosition[] = [1, 2, 3, 4, -1]

/** Place of a day among the days of its weekday in the month: first to fourth, or last (-1) for a fifth. */
export function weekdayPosition(day: string): WeekdayPosition {
  return weekdayPositions[Math.ceil(Number(day.slice(8)) / 7) - 1] ?? -1
}

/** A date of the rule; number 0 is the first. */
export function dateOf({ frequency, firstDate }: Recurrence, number: number): string {
  if (frequency !== 'monthly') return addDays(firstDate, number * (frequency === 'weekly' ? 7 : 14))
  const month = monthOf(addMonths(`${monthOf(firstDate)}-01`, number))
  return weekdayInMonth(month, weekdayOf(firstDate), weekdayPosition(firstDate))
}

/** The first `count` dates of the rule. */
export function datesOf(rule: Recurrence, count: number): string[] {
  return Array.from({ length: count }, (_, number) => dateOf(rule, number))
}

export interface SeriesDates {
  /** All dates of the rule up to its end, in order. */
  all: string[]
  /** The dates that are not skipped. */
  kept: string[]
}

/**
 * The dates of a series. With a count, skipped dates are replaced at the end. Stops at one session more than a series
 * may have.
 */
export function seriesDates(
  rule: Recurrence,
  ending: SeriesEnd,
  skipped: ReadonlySet<string> = new Set(),
): SeriesDates {
  const all: string[] = []
  const kept: string[] = []
  const wanted = 'count' in ending ? Math.min(ending.count, maxSessions + 1) : maxSessions + 1
  for (let number = 0; kept.length < wanted && number < maxSessions + 1 + maxSkipped; number++) {
    const date = dateOf(rule, number)
    if ('until' in ending && date > ending.until) break
    all.push(date)
    if (!skipped.has(date)) kept.push(date)
  }
  return { all, kept }
}

/** True if a series may have the number of sessions that the rule gives. */
export function isSeriesLength(rule: Recurrence, ending: SeriesEnd): boolean {
  const { length } = seriesDates(rule, ending).kept
  return length >= minSessions && length <= maxSessions
}

/** The next full hour of the same day without an overlap. Undefined if the day has none. */
export function nextFreeTime(appointment: Span, taken: readonly Span[]): string | undefined {
  const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)
  return hours.find((startTime) => {
    const moved = { ...appointment, startTime }
    return startTime > appointment.startTime && endsSameDay(moved) && !taken.some((other) => overlaps(moved, other))
  })
}

function endsSameDay({ startTime, durationMinutes }: Span): boolean {
  const [hours = 0, minutes = 0] = startTime.split(':').map(Number)
  return hours * 60 + minutes + durationMinutes <= 24 * 60
}

function weekdayInMonth(month: string, weekday: number, place: WeekdayPosition): string {
  if (place === -1) {
    const last = addDays(addMonths(`${month}-01`, 1), -1)
    return addDays(last, -((weekdayOf(last) - weekday + 7) % 7))
  }
  const first = `${month}-01`
  return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + (place - 1) * 7)
}
