import { fail } from '#server/fail.ts'
import type { PsychotherapyNoteInput } from '#shared/contract/psychotherapy-notes.ts'
import { type ExcludedKind, excludedPassages } from '#shared/rules/excluded-content.ts'

/**
 * Returns the kinds of excluded content in the text, all of which the author confirmed (decision 0055).
 * @throws psychotherapy_note_excluded if the text seems to contain excluded content that the author did not confirm
 */
export function requireConfirmed({ text, confirmed }: PsychotherapyNoteInput): ExcludedKind[] {
  const kinds = excludedPassages(text).map(({ kind }) => kind)
  if (kinds.some((kind) => !confirmed.includes(kind))) fail('psychotherapy_note_excluded')
  return kinds
}
