import type { ReviewQueue } from '#shared/contract/review.ts'
import { isLocked } from '#shared/rules/note-status.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { readNote } from '#server/features/notes/read-note.ts'
import { queueOf } from './queue-of.ts'

/**
 * Returns the review queue of a note. Only the clinician who can still change the note gets its items and spot checks;
 * other readers get the counts.
 * @throws session_missing also for a session that the caller may not see
 */
export async function getQueue(context: Context, input: { sessionId: string }): Promise<ReviewQueue> {
  const { actor } = context
  const note = await readNote(context, input.sessionId)
  const { sessionId, client } = note
  audit(context, { action: 'review.read', resourceType: 'note', resourceId: sessionId, clientId: client.id })
  const isOwn = note.renderedBy === actor.userId && note.therapistId === actor.userId && !actor.viewing
  const canDecide = isOwn && !isLocked(note)
  const queue = queueOf(note)
  return canDecide ? queue : { ...queue, items: [], spotChecks: [] }
}
