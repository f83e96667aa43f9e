import type { NoteType } from '#shared/contract/notes.ts'
import type { HeldSession } from '#shared/contract/sessions.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { getClient } from '#server/features/clients/get-client.ts'
import { beginAppointment } from './calendar-store.ts'
import { requireHeldAt } from './require-held-at.ts'
import { insertEmptyNote, insertSession } from './store.ts'

/** Minutes that a session may begin before its appointment. */
const earlyMinutes = 15

/**
 * Adds a session without a recording, with an empty note that the therapist writes. It takes over the chosen
 * appointment if that is on the same day, else the client's appointment at that time. Nothing is processed, so it does
 * not count as a session of the plan.
 * @throws client_missing, not_allowed for another therapist's client, client_archived, session_in_future,
 * session_long_ago
 */
export async function writeSession(
  context: Context,
  input: HeldSession & { clientId: string; appointmentId?: string | undefined; noteType: NoteType },
): Promise<{ sessionId: string }> {
  const { db, actor } = context
  const { appointmentId, noteType, date, startTime, endTime, settingType, type, contact } = input
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
    participants: [],
    source: 'written',
    status: contact === 'no-show' ? 'no-show' : 'completed',
  } as const
  const taken = await beginAppointment(db, session, {
    earlyMinutes,
    keepsSetting: false,
    appointmentId: appointmentId ?? null,
  })
  const sessionId = taken ?? (await insertSession(db, session))
  await insertEmptyNote(db, sessionId, { noteType, isTypeChosen: true, origin: 'written' })
  audit(context, {
    action: 'session.written',
    resourceType: 'session',
    resourceId: sessionId,
    clientId: client.id,
    details: { contact, isAppointment: taken !== undefined },
  })
  return { sessionId }
}
