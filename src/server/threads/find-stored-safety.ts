import type { SafetyPassage, Section } from '#shared/contract/notes.ts'
import { Utterance } from '#shared/contract/transcripts.ts'
import { readInEnglish } from '#server/clinical-text/language/english-only.ts'
import { withModelPassages } from '#server/clinical-text/safety/model-passages.ts'
import type { RiskMark } from '#server/clinical-text/safety/turns-by-mark.ts'
import { findSafety } from '#server/clinical-text/safety/safety.ts'

interface Stored {
  /** JSON of the transcript's utterances. */
  utterances: string
  sections: readonly Section[]
  marks: readonly RiskMark[]
}

/** Safety passages of a stored transcript: those that the rules find, and those that the model marked. */
export function findStoredSafety({ utterances, sections, marks }: Stored): SafetyPassage[] {
  const transcript = {
    utterances: Utterance.array().parse(JSON.parse(utterances)),
    language: '',
    engine: '',
    hasTimes: true,
  }
  return withModelPassages(findSafety(readInEnglish(transcript), sections), marks, transcript, sections)
}
