import type { ReviewItem, ReviewQueue } from '#shared/contract/review.ts'
import { countResolved, countSpotChecksDone, openItems, spotChecks } from '#server/features/notes/open-items.ts'
import { reviewable } from '#server/features/notes/reviewable.ts'
import type { OwnNote } from '#server/features/notes/own-note.ts'

/** The review queue of a note for the therapist who may change it. */
export function queueOf(note: OwnNote): ReviewQueue {
  const reviewed = reviewable(note)
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
 * Counts the sentences that items are about. A sentence can have two items: its own, and one for an unsure turn that it
 * cites.
 */
function countSentencesWithItems(items: readonly ReviewItem[]): number {
  const sentences = items.flatMap(({ section, statement }) =>
    statement ? [JSON.stringify([section, statement.text])] : [],
  )
  return new Set(sentences).size
}
