import { localDateTime } from '#shared/rules/local-time.ts'

/** Formats `yyyy-MM-dd` as `MM/dd/yyyy` (spec core §9). */
export function shownDate(date: string): string {
  const [year, month, day] = date.split('-')
  return year && month && day ? `${month}/${day}/${year}` : date
}

/** Formats `HH:mm` on a 12-hour clock, e.g. `9:05 AM`. */
export function shownTime(time: string): string {
  const [hours, minutes] = time.split(':')
  if (hours === undefined || minutes === undefined) return time
  const hour = Number(hours)
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minutes} ${hour < 12 ? 'AM' : 'PM'}`
}

/** Formats `HH:mm` where space is limited: `9 AM` or `9:05 AM`. */
export function shortTime(time: string): string {
  return shownTime(time).replace(':00', '')
}

/** Returns today as `yyyy-MM-dd` in the given zone. If the zone is empty or unknown, that of the browser is used. */
export function todayIn(timeZone: string, now: Date = new Date()): string {
  return localDateTime(now, knownZone(timeZone)).date
}

/** Formats the date of a moment in the given zone, as `MM/dd/yyyy`. */
export function shownDay(at: string, timeZone: string): string {
  return shownDate(todayIn(timeZone, new Date(at)))
}

/** Formats a moment in the given zone, e.g. `11/19/2026, 9:05 AM`. */
export function shownMoment(at: string, timeZone: string): string {
  const { date, time } = localDateTime(new Date(at), knownZone(timeZone))
  return `${shownDate(date)}, ${shownTime(time)}`
}

/** Formats the time of day in the given zone, e.g. `9:05 AM`. */
export function shownClock(at: string, timeZone: string): string {
  return shownTime(localDateTime(new Date(at), knownZone(timeZone)).time)
}

/** Returns the hour of the day in the given zone, 0 to 23. */
export function hourIn(timeZone: string, now: Date = new Date()): number {
  return Number(localDateTime(now, knownZone(timeZone)).time.slice(0, 2))
}

/** Formats weekday, month and day in the given zone, e.g. `Thursday, November 19`. */
export function longDateIn(timeZone: string, now: Date = new Date()): string {
  const format = { timeZone: knownZone(timeZone), weekday: 'long', month: 'long', day: 'numeric' } as const
  return new Intl.DateTimeFormat('en-US', format).format(now)
}

/** Returns the zone, or that of the browser if it is empty or unknown. */
export function knownZone(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone
  } catch {
    return Intl.DateTimeFormat().resolvedOptions().timeZone
  }
}

/** Formats a number of minutes. */
export function shownMinutes(minutes: number): string {
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
