import * as z from 'zod'
import { Note, SafetyPassage } from '#shared/contract/notes.ts'
import { Speaker } from '#shared/contract/transcripts.ts'

/** The stored result of a language model that read a session for indirect statements of risk. */
export const SafetyReading = z.object({
  state: Note.shape.safetyReading.unwrap(),
  marks: z.array(SafetyPassage.pick({ topic: true, utteranceId: true }).extend({ speaker: Speaker.optional() })),
})
export type SafetyReading = z.infer<typeof SafetyReading>

/** Joins two readings of one transcript. The findings of the earlier reading stay, even if the later one failed. */
export function joinedReadings(earlier: SafetyReading | null, later: SafetyReading | null): SafetyReading | null {
  if (!earlier || !later) return later ?? earlier
  const marks = [...earlier.marks, ...later.marks]
  const isFirst = (mark: SafetyReading['marks'][number], at: number) =>
    marks.findIndex((one) => isSameMark(one, mark)) === at
  const isMade = earlier.state === 'made' || later.state === 'made'
  return { state: isMade ? 'made' : 'not made', marks: marks.filter(isFirst) }
}

/** If a turn was assigned to another speaker between two readings, both marks stay. */
const isSameMark = (one: SafetyReading['marks'][number], other: SafetyReading['marks'][number]) =>
  one.topic === other.topic && one.utteranceId === other.utteranceId && one.speaker === other.speaker
