import { localDateTime } from '#shared/rules/local-time.ts'
import { knownZone, shownDate, shownTime, todayIn } from '#web/ui/format/dates.ts'

/** Formats the start of a recording in the therapist's zone: `today at 9:05 AM` or `on 11/19/2026 at 9:05 AM`. */
export function startTimeText(startedAt: string, timeZone: string, now = new Date()): string {
  const { date, time } = localDateTime(new Date(startedAt), knownZone(timeZone))
  const day = date === todayIn(timeZone, now) ? 'today' : `on ${shownDate(date)}`
  return `${day} at ${shownTime(time)}`
}
