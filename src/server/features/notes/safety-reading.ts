import * as z from 'zod'
import { Note, SafetyPassage } from '#shared/contract/notes.ts'
import { Speaker } from '#shared/contract/transcripts.ts'

/** The stored result of a reading for risk, in which a language model marks turns with indirect statements of risk. */
export const SafetyReading = z.object({
  state: Note.shape.safetyReading.unwrap(),
  marks: z.array(SafetyPassage.pick({ topic: true, utteranceId: true }).extend({ speaker: Speaker.optional() })),
})
export type SafetyReading = z.infer<typeof SafetyReading>

/** Joins two readings of a transcript. The marks of the earlier reading stay, even if the later reading failed. */
export function joinSafetyReadings(earlier: SafetyReading | null, later: SafetyReading | null): SafetyReading | null {
  if (!earlier || !later) return later ?? earlier
  const marks = [...earlier.marks, ...later.marks]
  const isFirst = (mark: SafetyReading['marks'][number], at: number) =>
    marks.findIndex((one) => isSameMark(one, mark)) === at
  const isMade = earlier.state === 'made' || later.state === 'made'
  return { state: isMade ? 'made' : 'not made', marks: marks.filter(isFirst) }
}

/** Marks of one turn differ, and both stay, if the turn got another speaker between the readings. */
const isSameMark = (one: SafetyReading['marks'][number], other: SafetyReading['marks'][number]) =>
  one.topic === other.topic && one.utteranceId === other.utteranceId && one.speaker === other.speaker
