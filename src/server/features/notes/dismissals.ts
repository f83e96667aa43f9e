import * as z from 'zod'
import { DismissReason, SafetyPassage } from '#shared/contract/notes.ts'

/** Safety passages that the clinician dismissed, as stored. */
export const Dismissals = z
  .array(SafetyPassage.pick({ topic: true, utteranceId: true, quote: true }).extend({ reason: DismissReason }))
  .nullable()
  .transform((dismissals) => dismissals ?? [])
export type Dismissals = z.infer<typeof Dismissals>

/** The identity of a passage. Corrected words make it a different passage. */
export type PassageName = Pick<SafetyPassage, 'topic' | 'utteranceId' | 'quote'>

export function isSamePassage(one: PassageName, other: PassageName): boolean {
  return one.topic === other.topic && one.utteranceId === other.utteranceId && one.quote === other.quote
}

/** The passages with the reasons of those that were dismissed. */
export function withDismissals(passages: readonly SafetyPassage[], dismissals: Dismissals): SafetyPassage[] {
  return passages.map((passage) => {
    const found = dismissals.find((one) => isSamePassage(one, passage))
    return found ? { ...passage, dismissed: found.reason } : passage
  })
}
