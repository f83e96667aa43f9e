import type { NoteType } from '#shared/contract/notes.ts'
import type { HeldSession } from '#shared/contract/sessions.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { getClient } from '#server/features/clients/get-client.ts'
import { beginAppointment } from './calendar-store.ts'
import { requireHeldAt } from './require-held-at.ts'
import { insertEmptyNote, insertSession, lockSessionRequest } from './store.ts'

/** Maximum minutes from the start of a session to the start of its appointment. */
const maxMinutesBefore = 15

export interface WrittenSession extends HeldSession {
  clientId: string
  appointmentId?: string | undefined
  noteType: NoteType
  requestId?: string | undefined
}

/**
 * Adds a session without a recording, with an empty note that the therapist writes. The chosen appointment becomes the
 * session if the appointment is on the same day. Otherwise, the client's appointment that has begun or begins soon
 * (`maxMinutesBefore`) becomes the session. Nothing is processed, so the session does not count as a session of the
 * plan. A repeated request returns the session that the first request added.
 * @throws client_missing, not_allowed for another therapist's client, client_archived, session_in_future,
 * session_long_ago
 */
export async function writeSession(context: Context, input: WrittenSession): Promise<{ sessionId: string }> {
  const { db, actor } = context
  const { appointmentId, requestId, noteType, date, startTime, endTime, settingType, type, contact } = input
  const existingId = await lockSessionRequest(db, actor.userId, requestId)
  if (existingId !== undefined) return { sessionId: existingId }
  const client = await getClient(context, input)
  if (client.therapistId !== actor.userId) fail('not_allowed')
  if (client.status === 'archived') fail('client_archived')
  requireHeldAt(context, { date, startTime })
  const session = {
    date,
    startTime,
    endTime,
    settingType,
    type,
    contact,
    clientId: client.id,
    therapistId: actor.userId,
    requestId,
    participants: [],
    source: 'written',
    status: contact === 'no-show' ? 'no-show' : 'completed',
  } as const
  const takenOverId = await beginAppointment(db, session, {
    maxMinutesBefore,
    keepsSetting: false,
    appointmentId: appointmentId ?? null,
  })
  const sessionId = takenOverId ?? (await insertSession(db, session))
  await insertEmptyNote(db, sessionId, { noteType, isTypeChosen: true, origin: 'written' })
  audit(context, {
    action: 'session.written',
    resourceType: 'session',
    resourceId: sessionId,
    clientId: client.id,
    details: { contact, isAppointment: takenOverId !== undefined },
  })
  return { sessionId }
}
