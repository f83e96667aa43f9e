import type { ReviewItem, ReviewQueue } from '#shared/contract/review.ts'
import { countResolved, countSpotChecksDone, openItems, spotChecks } from '#server/features/notes/open-items.ts'
import { toReviewable } from '#server/features/notes/to-reviewable.ts'
import type { OwnNote } from '#server/features/notes/own-note.ts'

/** Returns the complete review queue of a note, for a therapist who may change the note. */
export function queueOf(note: OwnNote): ReviewQueue {
  const reviewed = toReviewable(note)
  const items = openItems(reviewed)
  const sentences = note.version === 0 ? [] : note.sections.flatMap(({ statements }) => statements)
  const checked = sentences.filter(({ check }) => check !== 'unchecked')
  return {
    version: note.version,
    items,
    spotChecks: spotChecks(reviewed),
    spotChecksDone: countSpotChecksDone(reviewed),
    resolved: countResolved(reviewed),
    fine: Math.max(0, checked.length - countSentencesWithItems(items)),
  }
}

/**
 * Counts the sentences with an item. A sentence with two items, one for a finding and one for an unsure turn, counts
 * once.
 */
function countSentencesWithItems(items: readonly ReviewItem[]): number {
  const sentences = items.flatMap(({ section, statement }) =>
    statement ? [JSON.stringify([section, statement.text])] : [],
  )
  return new Set(sentences).size
}
