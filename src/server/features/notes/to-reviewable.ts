import type { Reviewable } from './open-items.ts'
import { type Dismissals, withDismissals } from './dismissals.ts'

/** Prepares a note for its review queue by adding the reasons for dismissal to its safety passages. */
export function toReviewable(note: Reviewable & { dismissals: Dismissals }): Reviewable {
  return { ...note, safety: withDismissals(note.safety, note.dismissals) }
}
