import type { Evidence } from '#shared/contract/notes.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'
import { coverageOf } from '#server/clinical-text/evidence/coverage.ts'
import { findSafety } from '#server/clinical-text/safety/safety.ts'
import { labelSpeakers } from '#server/clinical-text/speakers/speaker-roles.ts'
import { wordsOf } from '#server/clinical-text/language/words.ts'
import type { Draft, DraftRequest } from '../port.ts'
import { type ExcerptInstruction, parseInstruction } from '#server/clinical-text/excerpts/instructions.ts'
import { profileOf } from '#server/clinical-text/excerpts/profiles.ts'
import { salienceOf } from '#server/clinical-text/excerpts/salience.ts'
import { select } from '#server/clinical-text/excerpts/select.ts'
import { statementsOf } from '#server/clinical-text/excerpts/statements.ts'
import { unitsOf, type Unit } from '#server/clinical-text/excerpts/units.ts'

const usual: ExcerptInstruction = { length: 1, terms: new Set(), without: new Set() }

/** Drafts excerpts. A long session takes up to a second, so drafters run this on a thread. */
export function draftExcerpts({
  transcript,
  noteType,
  sectionTitles,
  clientFirstName,
  enhancement,
}: Omit<DraftRequest, 'signal'>): Draft {
  const wish = parseInstruction(enhancement?.instructions ?? '') ?? usual
  const client = clientFirstName.trim() || 'Client'
  const risk = graveIn(transcript)
  const units = unitsOf(labelSpeakers(transcript)).filter((unit) => !isLeftOut(unit, wish))
  const wishes = sectionTitles.map((title) => ({ title, profile: profileOf(noteType, title) }))
  const chosen = select(
    units,
    wishes,
    salienceOf(units, wish.terms),
    { terms: wish.terms, risk },
    lengthOf(transcript) * wish.length,
  )
  return {
    sections: sectionTitles.map((title) => {
      const excerpts = statementsOf(chosen.get(title) ?? [], client, transcript)
      return { title, content: '', statements: [], excerpts }
    }),
    coverage: coverageOf(
      transcript,
      transcript.utterances.map(({ id }) => id),
    ),
    drafter: 'extractive',
  }
}

/** Removes topics that an instruction excludes; passages about risk stay. */
function isLeftOut({ terms, cues }: Unit, { without }: ExcerptInstruction): boolean {
  return !cues.has('risk') && [...without].some((term) => terms.has(term))
}

/** Passages that a note should contain if a section fits them. */
function graveIn(transcript: Transcript): Evidence[] {
  return findSafety(transcript, []).filter(({ topic }) => topic !== 'substance use')
}

/** Words of the excerpts: grows with the square root of the session's words and stays well under two fifths of them. */
function lengthOf(transcript: Transcript): number {
  const spoken = transcript.utterances.reduce((sum, { text }) => sum + wordsOf(text).length, 0)
  return Math.min(0.34 * spoken, 65 + 10 * Math.sqrt(spoken), 750)
}
