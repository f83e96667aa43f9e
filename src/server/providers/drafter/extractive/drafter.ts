import type { Section, Statement } from '#shared/contract/notes.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'
import { coverageOf } from '#server/clinical-text/evidence/coverage.ts'
import { contentOf } from '#server/clinical-text/evidence/edits.ts'
import { findSafety } from '#server/clinical-text/safety/safety.ts'
import { labelSpeakers } from '#server/clinical-text/speakers/speaker-roles.ts'
import { wordsOf } from '#server/clinical-text/language/words.ts'
import type { Draft, DraftRequest, NoteDrafter } from '../port.ts'
import { wishOf } from '#server/clinical-text/excerpts/instructions.ts'
import { profileOf } from '#server/clinical-text/excerpts/profiles.ts'
import type { Style } from '#server/clinical-text/excerpts/render.ts'
import { salienceOf } from '#server/clinical-text/excerpts/salience.ts'
import { select } from '#server/clinical-text/excerpts/select.ts'
import { statementsOf } from '#server/clinical-text/excerpts/statements.ts'
import { unitsOf, type Unit } from '#server/clinical-text/excerpts/units.ts'

/**
 * Writes a note without a language model: selects and orders what was said, each sentence an attributed quote or a cautious
 * report. A sentence that the evidence check does not find supported is left out.
 */
export function createExtractiveDrafter(): NoteDrafter {
  return {
    async draft(request) {
      request.signal.throwIfAborted()
      return draftFrom(request)
    },
  }
}

function draftFrom({ transcript, noteType, sectionTitles, clientFirstName, enhancement }: DraftRequest): Draft {
  const wish = wishOf(enhancement?.instructions ?? '')
  const style = { client: clientFirstName.trim() || 'Client', onlyQuotes: wish.onlyQuotes, hasBullets: wish.hasBullets }
  const units = unitsOf(labelSpeakers(transcript))
  const wishes = sectionTitles.map((title) => ({ title, profile: profileOf(noteType, title) }))
  const chosen = select(
    units,
    wishes,
    salienceOf(units, wish.terms),
    { terms: wish.terms, grave: graveIn(transcript) },
    lengthOf(transcript) * wish.length,
  )
  return {
    sections: sectionTitles.map((title) => sectionOf(title, chosen.get(title) ?? [], style, transcript)),
    coverage: coverageOf(
      transcript,
      transcript.utterances.map(({ id }) => id),
    ),
    drafter: 'extractive',
  }
}

/** Passages that a note should hold where a section has a place for them. */
function graveIn(transcript: Transcript): ReadonlySet<string> {
  const passages = findSafety(transcript, []).filter(({ topic }) => topic !== 'substance use')
  return new Set(passages.map(({ utteranceId, quote }) => `${utteranceId} ${quote}`))
}

function sectionOf(title: string, units: readonly Unit[], style: Style, transcript: Transcript): Section {
  const statements = statementsOf(units, style, transcript)
  return { title, content: style.hasBullets ? bulleted(statements) : contentOf(statements), statements }
}

function bulleted(statements: readonly Statement[]): string {
  return contentOf(statements.map((statement) => ({ ...statement, text: `- ${statement.text}` })))
}

/** Words of a note: grows with the root of the session's words and stays well under two fifths of them. */
function lengthOf(transcript: Transcript): number {
  const spoken = transcript.utterances.reduce((sum, { text }) => sum + wordsOf(text).length, 0)
  return Math.min(0.38 * spoken, 65 + 10 * Math.sqrt(spoken), 750)
}
