import type { Reviewed } from '#shared/contract/review.ts'
import { audit } from '#server/audit.ts'
import { itemId } from '#server/features/notes/open-items.ts'
import type { Context } from '#server/context.ts'
import type { Decision } from '#server/features/notes/decisions.ts'
import { dismissPassage } from '#server/features/notes/dismiss-passage.ts'
import { type OwnNote, ownNote } from '#server/features/notes/own-note.ts'
import { saveDecided } from '#server/features/notes/save-decided.ts'
import { toNote } from '#server/features/notes/to-note.ts'
import { restoreVersion } from '#server/features/notes/versions.ts'
import { queueOf } from './queue-of.ts'
import { failChanged } from './review-changed.ts'
import { reopenItem } from './store.ts'

/**
 * Undoes a decision in the caller's note. Text that it changed is restored, unless the note was changed since.
 * @throws session_missing, not_allowed, note_of_other; review_changed, with the new queue, if the decision cannot be
 * undone any more
 */
export async function undoDecision(
  context: Context,
  input: { sessionId: string; itemId: string; baseVersion: number },
): Promise<Reviewed> {
  const { db } = context
  const note = await ownNote(context, input.sessionId)
  const decision = note.decisions.find((one) => one.itemId === input.itemId && one.state !== 'open')
  if (!decision || note.version !== input.baseVersion) failChanged(context, note)
  const hasChangedText = note.version !== decision.version && changesText(decision)
  if (hasChangedText && note.version !== decision.version + 1) failChanged(context, note)
  await reopenItem(db, note.sessionId, decision.itemId)
  const saved = await restore(context, await ownNote(context, note.sessionId), decision, hasChangedText)
  await audit(context, {
    action: 'review.undone',
    resourceType: 'note',
    resourceId: note.sessionId,
    clientId: note.client.id,
    details: { kind: decision.kind },
  })
  return { note: toNote(context, saved), queue: queueOf(saved) }
}

/** States whose decision saved a version of the note. */
const changesText = ({ state }: Decision) => !['kept', 'observed', 'dismissed', 'correct'].includes(state)

async function restore(
  context: Context,
  note: OwnNote,
  { itemId: id, state, version }: Decision,
  hasChangedText: boolean,
): Promise<OwnNote> {
  const { sessionId } = note
  if (hasChangedText) {
    await restoreVersion(context, { sessionId, version, baseVersion: note.version })
    return await ownNote(context, sessionId)
  }
  const dismissed = note.dismissals.find(
    ({ topic, utteranceId, quote }) => id === itemId('passage', '', JSON.stringify([topic, utteranceId, quote])),
  )
  if (state !== 'dismissed' || !dismissed) return await saveDecided(context, note)
  await dismissPassage(context, { ...dismissed, sessionId, reason: null })
  return await ownNote(context, sessionId)
}
