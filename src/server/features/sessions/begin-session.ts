import type { HeldDetails } from '#shared/contract/held-session.ts'
import type { NoteType } from '#shared/contract/notes.ts'
import type { SettingType } from '#shared/contract/sessions.ts'
import { addMinutes, localDateTime } from '#shared/rules/local-time.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { getAccount } from '#server/features/accounts/get-account.ts'
import { getClient } from '#server/features/clients/get-client.ts'
import { countSession } from '#server/features/billing/count-session.ts'
import { beginAppointment } from './calendar-store.ts'
import { requireHeldAt } from './require-held-at.ts'
import { insertEmptyNote, insertSession, writeProgress } from './store.ts'

/** Assumed length of a session until its recording is measured (D11). */
const assumedMinutes = 30

export interface BeginSession extends HeldDetails {
  clientId: string
  settingType: SettingType
  source: 'recorded' | 'uploaded' | 'transcript'
  noteType?: NoteType
}

/**
 * Maximum minutes from the start of a session to the start of its appointment. An upload without a stated time is made
 * after the session, so its appointment must have begun.
 */
function maxMinutesBefore({ source, heldAt }: BeginSession): number {
  if (source === 'recorded') return 60
  return heldAt === undefined ? 0 : 15
}

/**
 * Begins a session for a recording, upload or transcript, with an empty note. The default note type is that of the
 * therapist. Without a stated time, the session is dated today in the therapist's time zone (D22). The chosen
 * appointment becomes the session if the appointment is on the same day. Otherwise, the client's appointment that has
 * begun or begins soon (`maxMinutesBefore`) becomes the session. A recorded session keeps the setting of its
 * appointment, except that a recorded video visit is telehealth.
 * @throws client_missing, not_allowed for another therapist's client, client_archived, session_in_future,
 * session_long_ago
 */
export async function beginSession(context: Context, input: BeginSession): Promise<string> {
  const { db, actor, clock } = context
  const client = await getClient(context, input)
  if (client.therapistId !== actor.userId) fail('not_allowed')
  if (client.status === 'archived') fail('client_archived')
  requireHeldAt(context, input.heldAt)
  const account = await getAccount(context)
  const isRecorded = input.source === 'recorded'
  const now = localDateTime(clock(), actor.timeZone)
  const { date, startTime } = input.heldAt ?? { date: now.date, startTime: now.time }
  const session = {
    clientId: client.id,
    therapistId: actor.userId,
    date,
    startTime,
    endTime: addMinutes(startTime, assumedMinutes),
    settingType: input.settingType,
    participants: input.participants ?? [],
    source: input.source,
    status: isRecorded ? 'recording' : 'processing',
  } as const
  const takenOverId = await beginAppointment(db, session, {
    maxMinutesBefore: maxMinutesBefore(input),
    keepsSetting: isRecorded && input.settingType === 'in-person',
    appointmentId: input.appointmentId ?? null,
  })
  const id = takenOverId ?? (await insertSession(db, session))
  await insertEmptyNote(db, id, {
    noteType: input.noteType ?? account.defaultNoteType,
    isTypeChosen: !isRecorded,
    origin: 'transcript',
  })
  if (!isRecorded) {
    await writeProgress(db, id, { stage: 'queued', percent: 0 })
    await countSession(context, id)
  }
  audit(context, {
    action: takenOverId === undefined ? 'session.created' : 'session.begun',
    resourceType: 'session',
    resourceId: id,
    clientId: client.id,
  })
  return id
}
