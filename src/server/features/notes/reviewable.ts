import type { Reviewable } from './open-items.ts'
import { type Dismissals, withDismissals } from './dismissals.ts'

/** Prepares a note for its review queue: adds the reasons of dismissals to its safety passages. */
export function reviewable(note: Reviewable & { dismissals: Dismissals }): Reviewable {
  return { ...note, safety: withDismissals(note.safety, note.dismissals) }
}
