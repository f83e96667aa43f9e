import type { Section } from '#shared/contract/notes.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'
import { coverageOf } from '#shared/rules/coverage.ts'
import { contentOf } from '#shared/rules/edits.ts'
import { checkedStatement } from '#shared/rules/evidence.ts'
import { wordsOf } from '#shared/rules/words.ts'
import type { Draft, DraftRequest, NoteDrafter } from '../port.ts'
import { wishOf } from './instructions.ts'
import { profileOf } from './profiles.ts'
import { render } from './render.ts'
import { salienceOf } from './salience.ts'
import { select } from './select.ts'
import { unitsOf, type Unit } from './units.ts'

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
  const client = clientFirstName.trim() || 'Client'
  const units = unitsOf(transcript)
  const wishes = sectionTitles.map((title) => ({ title, profile: profileOf(noteType, title) }))
  const chosen = select(units, wishes, salienceOf(units, wish.terms), lengthOf(transcript) * wish.length)
  return {
    sections: sectionTitles.map((title) => sectionOf(title, chosen.get(title) ?? [], client, transcript)),
    coverage: coverageOf(
      transcript,
      transcript.utterances.map(({ id }) => id),
    ),
    drafter: 'extractive',
  }
}

function sectionOf(title: string, units: readonly Unit[], client: string, transcript: Transcript): Section {
  const statements = units
    .map((unit) => checkedStatement(render(unit, client), unit.evidence, transcript))
    .filter(({ check }) => check === 'supported')
  return { title, content: contentOf(statements), statements }
}

/** Words of a note: grows with the root of the session's words, and stays under a third of them. */
function lengthOf(transcript: Transcript): number {
  const spoken = transcript.utterances.reduce((sum, { text }) => sum + wordsOf(text).length, 0)
  return Math.min(0.3 * spoken, 40 + 6 * Math.sqrt(spoken))
}
