import type { CalendarSession } from '#shared/contract/sessions.ts'
import { momentOf, offsetsOf } from '#shared/rules/zones.ts'

const minuteMs = 60_000

/** The next scheduled session and the whole minutes until it starts. */
export interface NextSession {
  session: CalendarSession
  minutes: number
}

/**
 * Returns the next of these sessions that can start. Their times are local to an IANA zone. A session that starts in
 * this minute counts as next.
 */
export function nextSession(sessions: readonly CalendarSession[], timeZone: string, now: Date): NextSession | null {
  const offsetAt = offsetsOf(timeZone)
  const thisMinute = Math.floor(now.getTime() / minuteMs)
  const ahead = sessions
    .filter(({ status, client }) => status === 'scheduled' && !client.isArchived)
    .map((session) => ({
      session,
      minutes: momentOf(session.date, session.startTime, offsetAt) / minuteMs - thisMinute,
    }))
    .filter(({ minutes }) => minutes >= 0)
  return ahead.toSorted((a, b) => a.minutes - b.minutes)[0] ?? null
}

/**
 * Splits the time until the next session into a large figure and the words after it. Together they read as one
 * sentence.
 */
export function countdown(minutes: number): { figure: string; words: string } {
  if (minutes === 0) return { figure: 'Now', words: 'your next session begins' }
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60]
  if (days > 0) return until([days, 'day'], [hours, 'hour'])
  if (hours > 0) return until([hours, 'hour'], [rest, 'minute'])
  return until([rest, 'minute'])
}

type Amount = readonly [count: number, unit: string]

/**
 * The figure is a number, and its unit is in the words. With two amounts, both are in the figure: a large '1' would be
 * read as one hour or day.
 */
function until(first: Amount, second?: Amount): { figure: string; words: string } {
  const words = 'until your next session'
  if (second && second[0] > 0) return { figure: `${amountText(first)} and ${amountText(second)}`, words }
  return { figure: String(first[0]), words: `${unitOf(first)} ${words}` }
}

const unitOf = ([count, unit]: Amount) => (count === 1 ? unit : `${unit}s`)

const amountText = (amount: Amount) => `${amount[0]} ${unitOf(amount)}`
