import type { CalendarSession } from '#shared/contract/sessions.ts'
import { momentOf, offsetsOf } from '#shared/rules/zones.ts'

const minuteMs = 60_000

/** The next scheduled session and the whole minutes until it starts. */
export interface NextSession {
  session: CalendarSession
  minutes: number
}

/** Returns the next of these sessions, whose times are local to an IANA zone. A session that starts this minute still counts. */
export function nextSession(sessions: readonly CalendarSession[], timeZone: string, now: Date): NextSession | null {
  const offsetAt = offsetsOf(timeZone)
  const thisMinute = Math.floor(now.getTime() / minuteMs)
  const ahead = sessions
    .filter(({ status }) => status === 'scheduled')
    .map((session) => ({
      session,
      minutes: momentOf(session.date, session.startTime, offsetAt) / minuteMs - thisMinute,
    }))
    .filter(({ minutes }) => minutes >= 0)
  return ahead.toSorted((a, b) => a.minutes - b.minutes)[0] ?? null
}

/** Splits minutes into a large figure and the text after it; together they read as one sentence. */
export function countdown(minutes: number): { figure: string; words: string } {
  if (minutes === 0) return { figure: 'Now', words: 'your next session begins' }
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60]
  const until = 'until your next session'
  if (days > 0) return { figure: String(days), words: `${units(days, 'day')}${and(hours, 'hour')} ${until}` }
  if (hours > 0) return { figure: String(hours), words: `${units(hours, 'hour')}${and(rest, 'minute')} ${until}` }
  return { figure: String(rest), words: `${units(rest, 'minute')} ${until}` }
}

const units = (count: number, unit: string) => (count === 1 ? unit : `${unit}s`)

const and = (count: number, unit: string) => (count === 0 ? '' : ` and ${count} ${units(count, unit)}`)
