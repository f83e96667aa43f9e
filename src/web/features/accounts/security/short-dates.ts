import { addDays } from '#shared/rules/calendar.ts'
import { localDateTime } from '#shared/rules/local-time.ts'
import { knownZone, shownTime, todayIn } from '#web/ui/format/dates.ts'

/** Formats a date in the given zone, e.g. 'Nov 14'; in another year, 'Nov 14, 2025'. */
export function shortDay(at: string, timeZone: string, now: Date = new Date()): string {
  const isThisYear = todayIn(timeZone, new Date(at)).slice(0, 4) === todayIn(timeZone, now).slice(0, 4)
  return new Intl.DateTimeFormat('en-US', {
    timeZone: knownZone(timeZone),
    month: 'short',
    day: 'numeric',
    ...(isThisYear ? {} : { year: 'numeric' }),
  }).format(new Date(at))
}

/** Formats a moment in the given zone: 'today at 7:52 AM', 'yesterday at 5:18 PM', 'Nov 14 at 9:03 PM'. */
export function shortMoment(at: string, timeZone: string, now: Date = new Date()): string {
  const { date, time } = localDateTime(new Date(at), knownZone(timeZone))
  const day =
    date === todayIn(timeZone, now)
      ? 'today'
      : date === addDays(todayIn(timeZone, now), -1)
        ? 'yesterday'
        : shortDay(at, timeZone, now)
  return `${day} at ${shownTime(time)}`
}

/** Formats a date in the given zone with its year, e.g. 'September 3, 2026'. */
export function longDay(at: string, timeZone: string): string {
  const format = { timeZone: knownZone(timeZone), dateStyle: 'long' } as const
  return new Intl.DateTimeFormat('en-US', format).format(new Date(at))
}
