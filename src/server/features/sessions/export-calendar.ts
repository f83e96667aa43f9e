import type { CalendarFile } from '#shared/contract/sessions.ts'
import { monthSpan } from '#shared/rules/calendar.ts'
import { sessionTitle } from '#shared/rules/session-title.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { threads } from '#server/threads/pool.ts'
import { type DatedSession, findInCalendar, listSessionsOfDays } from './calendar-store.ts'
import { getOwnSession } from './get-session.ts'
import { groupBySeries, toEvent } from './series-events.ts'

/** A limit far above the number of sessions that a therapist has in a month. */
const maxSessions = 5000

/**
 * Exports the caller's own sessions of a month `yyyy-MM` as a calendar file. Clients are shown by initials.
 * @throws calendar_empty if the month has no sessions
 */
export async function exportMonth(context: Context, { month }: { month: string }): Promise<CalendarFile> {
  const { db, actor } = context
  audit(context, { action: 'session.exported', resourceType: 'session', details: { month } })
  const sessions = await listSessionsOfDays(db, actor.userId, monthSpan(month), maxSessions)
  if (sessions.length === 0) fail('calendar_empty')
  const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return await fileOf(context, sessions, monthName.format(new Date(`${month}-01T00:00:00Z`)))
}

/**
 * Exports one session of the caller as a calendar file.
 * @throws session_missing, also for a canceled session; not_allowed for other users who may see the session
 */
export async function exportSession(context: Context, input: { sessionId: string }): Promise<CalendarFile> {
  const { id, clientId } = await getOwnSession(context, input.sessionId)
  audit(context, { action: 'session.exported', resourceType: 'session', resourceId: id, clientId })
  const session = await findInCalendar(context.db, id)
  if (!session || session.status === 'cancelled') fail('session_missing')
  return await fileOf(context, [session], sessionTitle(session.client))
}

async function fileOf(context: Context, sessions: readonly DatedSession[], name: string): Promise<CalendarFile> {
  const { actor, clock } = context
  const fileName = `${name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/-$/, '')}.ics`
  const { single, recurring } = await groupBySeries(context, sessions)
  const events = single.map(toEvent)
  const content = await threads.run('writeCalendar', { events, recurring, timeZone: actor.timeZone, now: clock() })
  return { fileName, content }
}
