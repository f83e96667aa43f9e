import type { NoteSignatures } from '#shared/contract/signatures.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { lockSignableNote } from '#server/features/notes/find-signable-note.ts'
import { notifyCosign } from '#server/features/notices/notify-cosign.ts'
import { storeFigures } from '#server/features/review/store-figures.ts'
import { throwIfFailure } from '#server/features/organizations/throw-if-failure.ts'
import { attestationOf, getSignatures } from './get-signatures.ts'
import { findSigningState, insertSignature, type Signing } from './store.ts'

/**
 * Signs and locks the version of a note that the page shows (signing rules 1 to 4).
 * @throws session_missing, not_allowed, note_of_other, note_signed, section_required, place_to_fill, note_to_review,
 * note_not_ready, session_not_over, note_changed, credentials_missing, confirmation_missing
 */
export async function signNote(context: Context, input: Signing): Promise<NoteSignatures> {
  const { db } = context
  const note = await lockSignableNote(context, input.sessionId)
  if (note.requiredSection !== null) fail('section_required', { section: note.requiredSection })
  if (note.placeholder !== null) fail('place_to_fill', { place: note.placeholder })
  if (note.openItems > 0) fail('note_to_review', { items: note.openItems === 1 ? '1 item' : `${note.openItems} items` })
  const state = await findSigningState(db, note.sessionId)
  // The organization may have changed the statement after the page showed it.
  if (input.attestationText !== attestationOf(note, state)) fail('note_changed')
  throwIfFailure(await insertSignature(db, { ...input, sessionId: note.sessionId }))
  await storeFigures(context, note.sessionId, input.version)
  audit(context, {
    action: 'note.signed',
    resourceType: 'note',
    resourceId: note.sessionId,
    clientId: note.clientId,
    details: { version: input.version, late: state.lateDays !== null, cosign: state.needsCosign },
  })
  if (state.needsCosign) await notifyCosign(context, note.sessionId)
  return await getSignatures(context, input)
}
