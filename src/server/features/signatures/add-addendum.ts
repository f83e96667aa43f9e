import type { NoteSignatures } from '#shared/contract/signatures.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { findSignableNote } from '#server/features/notes/find-signable-note.ts'
import { throwIfFailure } from '#server/features/organizations/throw-if-failure.ts'
import { requiredText } from '#server/required-text.ts'
import { rowId } from '#server/ids.ts'
import { getSignatures } from './get-signatures.ts'
import { insertAddendum, isAddendumStored, type NewAddendum } from './store.ts'

/**
 * Adds a signed addendum to a locked note (signing rule 4), or to an unsigned note whose author can no longer sign.
 * A repeated request adds no second addendum.
 * @throws session_missing, not_allowed, note_not_signed, addendum_date, credentials_missing, confirmation_missing
 */
export async function addAddendum(context: Context, input: NewAddendum): Promise<NoteSignatures> {
  const { db, actor } = context
  const sessionId = rowId(input.sessionId, 'session_missing')
  const note = (await findSignableNote(db, sessionId)) ?? fail('session_missing')
  const addendum = { ...input, sessionId, text: requiredText(input.text), reason: requiredText(input.reason) }
  if (await isAddendumStored(db, actor.userId, addendum)) return await getSignatures(context, { sessionId })
  throwIfFailure(await insertAddendum(db, addendum))
  audit(context, {
    action: 'note.addendum_added',
    resourceType: 'note',
    resourceId: sessionId,
    clientId: note.clientId,
    details: { kind: input.kind },
  })
  return await getSignatures(context, { sessionId })
}
