import { Hint } from '#web/ui/layout/text.ts'

/** Lists the content that a psychotherapy note may not contain (45 CFR 164.501). */
export function BelongsElsewhere() {
  return (
    <Hint>
      For your own analysis of a conversation. Medication, session start and stop times, modality and frequency of
      treatment, test results, and any summary of diagnosis, functional status, treatment plan, symptoms, prognosis or
      progress belong in the clinical note.
    </Hint>
  )
}
