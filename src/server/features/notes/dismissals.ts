import * as z from 'zod'
import { DismissReason, SafetyPassage } from '#shared/contract/notes.ts'

/** Safety passages that the clinician dismissed, as stored. */
export const Dismissals = z
  .array(SafetyPassage.pick({ topic: true, utteranceId: true, quote: true }).extend({ reason: DismissReason }))
  .nullable()
  .transform((dismissals) => dismissals ?? [])
export type Dismissals = z.infer<typeof Dismissals>

/** The fields that identify a passage. A passage with corrected words counts as another passage. */
export type PassageKey = Pick<SafetyPassage, 'topic' | 'utteranceId' | 'quote'>

export function isSamePassage(one: PassageKey, other: PassageKey): boolean {
  return one.topic === other.topic && one.utteranceId === other.utteranceId && one.quote === other.quote
}

/** Adds the reasons for dismissal to the dismissed passages. */
export function withDismissals(passages: readonly SafetyPassage[], dismissals: Dismissals): SafetyPassage[] {
  return passages.map((passage) => {
    const found = dismissals.find((one) => isSamePassage(one, passage))
    return found ? { ...passage, dismissed: found.reason } : passage
  })
}

/** Passages dismissed for these reasons state no risk of the client. */
const reasonsWithoutRisk: ReadonlySet<DismissReason | undefined> = new Set([
  'not about this client',
  'figure of speech',
])

/** The passages that the clinician did not dismiss as being about another person or a figure of speech. */
export function passagesAboutRisk(passages: readonly SafetyPassage[], dismissals: Dismissals): SafetyPassage[] {
  return withDismissals(passages, dismissals).filter(({ dismissed }) => !reasonsWithoutRisk.has(dismissed))
}
