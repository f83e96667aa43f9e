import type { Reviewed } from '#shared/contract/review.ts'
import { audit } from '#server/audit.ts'
import { itemId } from '#server/features/notes/open-items.ts'
import type { Context } from '#server/context.ts'
import type { Decision } from '#server/features/notes/decisions.ts'
import { dismissPassage } from '#server/features/notes/dismiss-passage.ts'
import { type OwnNote, lockOwnNote } from '#server/features/notes/own-note.ts'
import { saveOpenItemCount } from '#server/features/notes/save-open-item-count.ts'
import { toNote } from '#server/features/notes/to-note.ts'
import { undoTranscriptEdit } from '#server/features/notes/undo-transcript-edit.ts'
import { hasTextOf, restoreVersion } from '#server/features/notes/versions.ts'
import { readTranscript } from '#server/features/transcripts/get-transcript.ts'
import { lastReassignment } from '#server/features/transcripts/last-reassignment.ts'
import { queueOf } from './queue-of.ts'
import { failReviewChanged } from './review-changed.ts'
import { reopenItem } from './store.ts'

/**
 * Undoes a decision in the caller's note, and restores the text that the decision changed. A later change of the note
 * prevents the undo, unless it was undone.
 * @throws session_missing, not_allowed, note_of_other; review_changed, with the new queue, if the decision can no
 * longer be undone
 */
export async function undoDecision(
  context: Context,
  input: { sessionId: string; itemId: string; baseVersion: number },
): Promise<Reviewed> {
  const { db } = context
  const note = await lockOwnNote(context, input.sessionId)
  const decision = note.decisions.find((one) => one.itemId === input.itemId && one.state !== 'open')
  if (!decision || note.version !== input.baseVersion) failReviewChanged(context, note)
  const hasChangedText = note.version !== decision.version && changesText(decision)
  if (hasChangedText && !(await hasTextOf(context, note, decision.version + 1))) failReviewChanged(context, note)
  await reopenItem(db, note.sessionId, decision.itemId)
  const saved = await undoEffect(context, await lockOwnNote(context, note.sessionId), decision, hasChangedText)
  audit(context, {
    action: 'review.undone',
    resourceType: 'note',
    resourceId: note.sessionId,
    clientId: note.client.id,
    details: { kind: decision.kind },
  })
  return { note: toNote(context, saved), queue: queueOf(saved) }
}

/** True if the decision added a version of the note. */
const changesText = ({ kind, state }: Decision) =>
  kind !== 'unsure speaker' && !['kept', 'observed', 'dismissed', 'correct'].includes(state)

/** Restores the text, the speaker or the passage that the decision changed. */
async function undoEffect(
  context: Context,
  note: OwnNote,
  decision: Decision,
  hasChangedText: boolean,
): Promise<OwnNote> {
  const { sessionId } = note
  const { itemId: id, state, version } = decision
  if (hasChangedText) {
    await restoreVersion(context, { sessionId, version, baseVersion: note.version })
    return await lockOwnNote(context, sessionId)
  }
  if (decision.kind === 'unsure speaker') {
    // Keeping an unknown speaker did not change the turn, so there is nothing to undo.
    const isUnsure = note.unsureTurns.some((turn) => itemId('unsure speaker', '', turn.id) === id)
    if (state === 'edited' || !isUnsure) await undoReassignment(context, note, decision)
    return await saveOpenItemCount(context, await lockOwnNote(context, sessionId))
  }
  const dismissed = note.dismissals.find(
    ({ topic, utteranceId, quote }) => id === itemId('passage', '', JSON.stringify([topic, utteranceId, quote])),
  )
  if (state !== 'dismissed' || !dismissed) return await saveOpenItemCount(context, note)
  await dismissPassage(context, { ...dismissed, sessionId, reason: null })
  return await lockOwnNote(context, sessionId)
}

/**
 * Undoes the last change of the transcript.
 * @throws review_changed unless that change set the speaker of the decision's turn
 */
async function undoReassignment(context: Context, note: OwnNote, decision: Decision): Promise<void> {
  const { sessionId } = note
  const [last, transcript] = await Promise.all([
    lastReassignment(context, sessionId),
    readTranscript(context, sessionId),
  ])
  const isOfDecision = last !== null && itemId('unsure speaker', '', last.utteranceId) === decision.itemId
  if (!isOfDecision || !transcript) failReviewChanged(context, note)
  await undoTranscriptEdit(context, { sessionId, revision: transcript.revision, undoes: last.revision })
}
