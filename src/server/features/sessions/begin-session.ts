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
import { takeUpScheduled } from './calendar-store.ts'
import { requireHeldAt } from './require-held-at.ts'
import { insertEmptyNote, insertSession, writeProgress } from './store.ts'

/** Recorded sessions are taken to last so long until their recording is measured (D11). */
const assumedMinutes = 30

export interface BeginSession extends HeldDetails {
  clientId: string
  settingType: SettingType
  source: 'recorded' | 'uploaded' | 'transcript'
  noteType?: NoteType
}

/** A session may begin so long before its appointment when it is recorded, or when its start is stated. */
function earlyMinutes({ source, heldAt }: BeginSession): number {
  if (source === 'recorded') return 60
  return heldAt === undefined ? 0 : 15
}

/**
 * A session that is recorded, or processed, from now on, with its empty note in the therapist's default note type. Unless it
 * says when it was held, it stands at the therapist's own today (D22). It is the appointment that was chosen, if that is of today; else the
 * client's appointment whose time has come or comes within the hour; else a session of its own. A recorded one keeps the setting
 * of its appointment.
 * @throws client_missing, not_allowed for a client of somebody else, client_archived, session_in_future, session_long_ago
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
  const taken = await takeUpScheduled(db, session, {
    earlyMinutes: earlyMinutes(begin),
    keepsSetting: isRecorded,
    appointmentId: begin.appointmentId ?? null,
  })
  const id = taken ?? (await insertSession(db, session))
  await insertEmptyNote(db, id, { noteType: begin.noteType ?? account.defaultNoteType, isTypeChosen: !isRecorded })
  if (!isRecorded) {
    await writeProgress(db, id, { stage: 'queued', percent: 0 })
    await countSession(context, id)
  }
  await audit(context, {
    action: taken === undefined ? 'session.created' : 'session.begun',
    resourceType: 'session',
    resourceId: id,
    clientId: client.id,
  })
  return id
}
