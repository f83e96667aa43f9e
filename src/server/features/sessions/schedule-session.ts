import type { Appointment, CalendarSession, SettingType } from '#shared/contract/sessions.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { getClient } from '#server/features/clients/get-client.ts'
import { findInCalendar, insertScheduled } from './calendar-store.ts'
import { lockSessionRequest } from './store.ts'

export interface ScheduleSession extends Appointment {
  clientId: string
  type: string
  settingType: SettingType
  requestId?: string | undefined
}

/**
 * Schedules a session with one of the caller's active clients. A repeated request returns the session that the first
 * request created. Overlaps are allowed; the page warns about them.
 * @throws client_missing, not_allowed for another therapist's client, client_archived
 */
export async function scheduleSession(context: Context, input: ScheduleSession): Promise<CalendarSession> {
  const { db, actor } = context
  const existingId = await lockSessionRequest(db, actor.userId, input.requestId)
  if (existingId !== undefined) return (await findInCalendar(db, existingId)) ?? fail('session_missing')
  const client = await getClient(context, input)
  if (client.therapistId !== actor.userId) fail('not_allowed')
  if (client.status === 'archived') fail('client_archived')
  const id = await insertScheduled(db, { ...input, clientId: client.id, therapistId: actor.userId })
  audit(context, { action: 'session.scheduled', resourceType: 'session', resourceId: id, clientId: client.id })
  return (await findInCalendar(db, id)) ?? fail('session_missing')
}
