import type { Reviewable } from './open-items.ts'
import { type Dismissals, withDismissals } from './dismissals.ts'

/** The note as its review queue reads it. */
export function reviewable(note: Reviewable & { dismissals: Dismissals }): Reviewable {
  return { ...note, safety: withDismissals(note.safety, note.dismissals) }
}
