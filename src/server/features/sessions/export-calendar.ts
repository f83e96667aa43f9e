import type { CalendarFile } from '#shared/contract/sessions.ts'
import { monthSpan } from '#shared/rules/calendar.ts'
import { sessionTitle } from '#shared/rules/session-title.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { type DatedSession, findInCalendar, listDays } from './calendar-store.ts'
import { getOwnSession } from './get-session.ts'
import { type CalendarEvent, calendarFile } from './ics/calendar-file.ts'

/** More than anybody holds in a month. */
const most = 5000

/**
 * The caller's own sessions of a month `yyyy-MM` as a calendar file. What leaves the product names clients by their
 * initials.
 * @throws calendar_empty when there is none
 */
export async function exportMonth(context: Context, { month }: { month: string }): Promise<CalendarFile> {
  const { db, actor } = context
  const [sessions] = await Promise.all([
    listDays(db, actor.userId, monthSpan(month), most),
    audit(context, { action: 'session.exported', resourceType: 'session', details: { month } }),
  ])
  if (sessions.length === 0) fail('calendar_empty')
  const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return fileOf(context, sessions, monthName.format(new Date(`${month}-01T00:00:00Z`)))
}

/**
 * One session of the caller's own as a calendar file.
 * @throws session_missing, also when it is cancelled; not_allowed for whoever else may see it
 */
export async function exportSession(context: Context, input: { sessionId: string }): Promise<CalendarFile> {
  const { id, clientId } = await getOwnSession(context, input.sessionId)
  const [session] = await Promise.all([
    findInCalendar(context.db, id),
    audit(context, { action: 'session.exported', resourceType: 'session', resourceId: id, clientId }),
  ])
  if (!session || session.status === 'cancelled') fail('session_missing')
  return fileOf(context, [session], sessionTitle(session.client))
}

function fileOf({ actor, clock }: Context, sessions: readonly DatedSession[], name: string): CalendarFile {
  const fileName = `${name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/-$/, '')}.ics`
  return { fileName, content: calendarFile(sessions.map(toEvent), actor.timeZone, clock()) }
}

function toEvent(session: DatedSession): CalendarEvent {
  const location = session.settingType === 'telehealth' ? 'Telehealth' : 'In person'
  return { ...session, title: sessionTitle(session.client), location }
}
