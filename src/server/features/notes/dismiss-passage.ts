import type { DismissReason, Note } from '#shared/contract/notes.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { isSamePassage, type PassageKey } from './dismissals.ts'
import { lockOwnNote } from './own-note.ts'
import { updateNote } from './store.ts'
import { toNote } from './to-note.ts'

/**
 * Dismisses a safety passage of the note with a reason. A null reason restores the passage. A passage whose words are
 * corrected later counts as a new passage and is not dismissed.
 * @throws session_missing, not_allowed, note_of_other, note_signed, passage_missing
 */
export async function dismissPassage(
  context: Context,
  input: PassageKey & { sessionId: string; reason: DismissReason | null },
): Promise<Note> {
  const { db } = context
  const note = await lockOwnNote(context, input.sessionId)
  const { topic, utteranceId, quote, reason } = input
  const passage = note.safety.find((one) => isSamePassage(one, input)) ?? fail('passage_missing')
  const others = note.dismissals.filter((one) => !isSamePassage(one, passage))
  const dismissals = reason === null ? others : [...others, { topic, utteranceId, quote, reason }]
  const saved = await updateNote(db, { ...note, dismissals })
  audit(context, {
    action: reason === null ? 'safety.dismissal_undone' : 'safety.dismissed',
    resourceType: 'note',
    resourceId: note.sessionId,
    clientId: note.client.id,
    details: reason === null ? {} : { reason },
  })
  return toNote(context, saved)
}
