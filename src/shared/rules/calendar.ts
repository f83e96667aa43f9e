const dayMs = 24 * 60 * 60 * 1000

/** True for a calendar day `yyyy-MM-dd` from 1900 to 2199. */
export function isDay(text: string): boolean {
  if (!/^(19|20|21)\d{2}-\d{2}-\d{2}$/.test(text)) return false
  const moment = startOf(text)
  return !Number.isNaN(moment) && dayOf(moment) === text
}

/** True for a calendar month `yyyy-MM`. */
export function isMonth(text: string): boolean {
  return isDay(`${text}-01`)
}

/** The day that many days later. */
export function addDays(day: string, days: number): string {
  return dayOf(startOf(day) + days * dayMs)
}

/** The same day that many months later, or the last day of a shorter month. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return dayOf(Date.UTC(year, month - 1 + months, Math.min(date, last)))
}

/** 0 for Sunday to 6 for Saturday. */
export function weekdayOf(day: string): number {
  return new Date(startOf(day)).getUTCDay()
}

/** `yyyy-MM` of a day. */
export function monthOf(day: string): string {
  return day.slice(0, 7)
}

/** First and last day of a month `yyyy-MM`. */
export function monthSpan(month: string): { from: string; to: string } {
  const from = `${month}-01`
  return { from, to: addDays(addMonths(from, 1), -1) }
}

/** The weeks that a month `yyyy-MM` touches, each from Sunday to Saturday (spec core §9). */
export function monthWeeks(month: string): string[][] {
  const { from, to } = monthSpan(month)
  const weeks: string[][] = []
  for (let sunday = addDays(from, -weekdayOf(from)); sunday <= to; sunday = addDays(sunday, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, at) => addDays(sunday, at)))
  }
  return weeks
}

/** Local day, time and length of a calendar entry. */
export interface Span {
  date: string
  startTime: string
  durationMinutes: number
}

/** True if two appointments share a minute. Appointments may run past midnight. */
export function overlaps(a: Span, b: Span): boolean {
  const [startA, startB] = [minuteOf(a), minuteOf(b)]
  return startA < startB + b.durationMinutes && startB < startA + a.durationMinutes
}

function minuteOf({ date, startTime }: Span): number {
  const [hours = 0, minutes = 0] = startTime.split(':').map(Number)
  return startOf(date) / 60_000 + hours * 60 + minutes
}

function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}

function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10)
}
