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

/** Minutes that a session may begin before its appointment, depending on how its start is known. */
function earlyMinutes({ source, heldAt }: BeginSession): number {
  if (source === 'recorded') return 60
  return heldAt === undefined ? 0 : 15
}

/**
 * Creates a session whose recording or processing begins, with an empty note in the therapist's default note type.
 * Without a stated time, the session is dated today in the therapist's time zone (D22). It takes over the chosen
 * appointment if that is on the same day. Otherwise it takes over the client's appointment that has begun or begins
 * soon (`earlyMinutes`). A recorded session keeps the setting of its appointment, except that a recorded video visit is
 * telehealth.
 * @throws client_missing, not_allowed for another therapist's client, client_archived, session_in_future,
 * session_long_ago
 */
export async function beginSession(context: Context, begin: BeginSession): Promise<string> {
  const { db, actor, clock } = context
  const client = await getClient(context, begin)
  if (client.therapistId !== actor.userId) fail('not_allowed')
  if (client.status === 'archived') fail('client_archived')
  requireHeldAt(context, begin.heldAt)
  const account = await getAccount(context)
  const isRecorded = begin.source === 'recorded'
  const now = localDateTime(clock(), actor.timeZone)
  const { date, startTime } = begin.heldAt ?? { date: now.date, startTime: now.time }
  const session = {
    clientId: client.id,
    therapistId: actor.userId,
    date,
    startTime,
    endTime: addMinutes(startTime, assumedMinutes),
    settingType: begin.settingType,
    participants: begin.participants ?? [],
    source: begin.source,
    status: isRecorded ? 'recording' : 'processing',
  } as const
  const taken = await beginAppointment(db, session, {
    earlyMinutes: earlyMinutes(begin),
    keepsSetting: isRecorded && begin.settingType === 'in-person',
    appointmentId: begin.appointmentId ?? null,
  })
  const id = taken ?? (await insertSession(db, session))
  await insertEmptyNote(db, id, {
    noteType: begin.noteType ?? account.defaultNoteType,
    isTypeChosen: !isRecorded,
    origin: 'transcript',
  })
  if (!isRecorded) {
    await writeProgress(db, id, { stage: 'queued', percent: 0 })
    await countSession(context, id)
  }
  audit(context, {
    action: taken === undefined ? 'session.created' : 'session.begun',
    resourceType: 'session',
    resourceId: id,
    clientId: client.id,
  })
  return id
}
