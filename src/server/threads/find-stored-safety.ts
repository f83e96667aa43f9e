import type { SafetyPassage, Section } from '#shared/contract/notes.ts'
import { Utterance } from '#shared/contract/transcripts.ts'
import { readInEnglish } from '#server/clinical-text/language/english-only.ts'
import { findSafety } from '#server/clinical-text/safety/safety.ts'

/** Safety passages of a stored transcript. `utterances` is its JSON. */
export function findStoredSafety(utterances: string, sections: readonly Section[]): SafetyPassage[] {
  const transcript = {
    utterances: Utterance.array().parse(JSON.parse(utterances)),
    language: '',
    engine: '',
    hasTimes: true,
  }
  return findSafety(readInEnglish(transcript), sections)
}
