import type { CorrectedSession, SessionBefore } from '#shared/contract/corrections.ts'
import type { Session } from '#shared/contract/sessions.ts'
import { audit, auditAll } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { getOwnSession } from '#server/features/sessions/get-session.ts'
import { requireHeldAt } from '#server/features/sessions/require-held-at.ts'
import { rowId } from '#server/ids.ts'
import { applyCorrection, findContact } from './store.ts'
import { throwCorrectionFailure } from './throw-correction-failure.ts'

/**
 * Corrects a session that took place. Moving the session to another client also moves all its records, and is shown in
 * the trails of both clients. Names in the text of the note do not change: the therapist corrects them.
 * @throws session_changed if the session differs from `before` and is not corrected yet
 * @throws session_missing, not_allowed, note_of_other, client_missing, client_archived, session_in_future,
 * session_long_ago, session_not_held, session_busy, contact_recorded, note_signed, session_was_signed,
 * hold_blocks_deletion
 */
export async function correctSession(
  context: Context,
  { sessionId, before: seen, ...to }: CorrectedSession & { sessionId: string; before?: SessionBefore | undefined },
): Promise<Session> {
  const { db } = context
  const session = await getOwnSession(context, sessionId)
  const before = { ...session, contact: await findContact(db, session.id) }
  const clientId = rowId(to.clientId, 'client_missing')
  requireHeldAt(context, to)
  const code = await applyCorrection(db, before.id, { ...to, clientId }, seen)
  await throwCorrectionFailure(db, before.id, code)
  auditCorrection(context, before, clientId, to)
  return await getOwnSession(context, before.id)
}

type SessionFacts = Session & { contact: string }

/** The changed facts, apart from date and times. The type is free text, so the trail only says that it changed. */
function changesOf(before: SessionFacts, to: CorrectedSession): Record<string, string> {
  return {
    ...(before.type !== to.type && { type: 'changed' }),
    ...(before.settingType !== to.settingType && { from_setting: before.settingType, to_setting: to.settingType }),
    ...(before.contact !== to.contact && { from_contact: before.contact, to_contact: to.contact }),
  }
}

function auditCorrection(context: Context, before: SessionFacts, clientId: string, to: CorrectedSession) {
  const event = { resourceType: 'session', resourceId: before.id } as const
  const times = {
    from: `${before.date} ${before.startTime}-${before.endTime}`,
    to: `${to.date} ${to.startTime}-${to.endTime}`,
  }
  const changes = changesOf(before, to)
  const details = { ...times, ...changes }
  if (clientId !== before.clientId) {
    auditAll(context, [
      { ...event, action: 'session.moved_away', clientId: before.clientId, details: { ...details, client: clientId } },
      { ...event, action: 'session.moved_here', clientId, details: { ...details, client: before.clientId } },
    ])
  } else if (times.from !== times.to || Object.keys(changes).length > 0) {
    audit(context, { ...event, action: 'session.corrected', clientId, details })
  }
}
