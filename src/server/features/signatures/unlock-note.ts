import type { NoteSignatures } from '#shared/contract/signatures.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { findSignableNote } from '#server/features/notes/find-signable-note.ts'
import { throwIfFailure } from '#server/features/organizations/throw-if-failure.ts'
import { requiredText } from '#server/required-text.ts'
import { rowId } from '#server/ids.ts'
import { getSignatures } from './get-signatures.ts'
import { unlock } from './store.ts'
import { throwIfOnHoldOrReleased } from './supersede-refusal.ts'

/**
 * Unlocks a note that the caller signed. The signature stays in the record as superseded (signing rule 6).
 * @throws session_missing, note_not_signed, note_of_other, note_cosigned, unlock_too_late, note_released,
 * record_on_hold
 */
export async function unlockNote(
  context: Context,
  input: { sessionId: string; reason: string },
): Promise<NoteSignatures> {
  const { db } = context
  const sessionId = rowId(input.sessionId, 'session_missing')
  const note = (await findSignableNote(db, sessionId)) ?? fail('session_missing')
  const code = await unlock(db, sessionId, requiredText(input.reason))
  await throwIfOnHoldOrReleased(db, sessionId, code)
  throwIfFailure(code, { name: note.therapistName })
  audit(context, {
    action: 'note.unlocked',
    resourceType: 'note',
    resourceId: sessionId,
    clientId: note.clientId,
    details: { version: note.version },
  })
  return await getSignatures(context, { sessionId })
}
