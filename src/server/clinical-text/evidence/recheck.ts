import type { Section, Statement } from '#shared/contract/notes.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'
import { coverageOf } from './coverage.ts'
import { checkedStatement } from './evidence.ts'
import { exceptOtherLanguages } from './other-languages.ts'

export interface Corrected {
  /** What stands now. */
  sections: readonly Section[]
  /** The same sentences with all the evidence that they were drafted with. */
  drafted: readonly Section[]
  before: Transcript
  after: Transcript
  /** What the note calls the client. */
  client: string
}

/**
 * Sections after their transcript was corrected. Drafted sentences whose check comes out otherwise than before take the new
 * findings, and the quotes that are there; all others stay as they are, with what else was found about them.
 */
export function recheckedSections({ sections, drafted, before, after, client }: Corrected): Section[] {
  const was = checkedSections(drafted, before, client)
  const is = checkedSections(drafted, after, client)
  return sections.map((section, at) => ({
    ...section,
    statements: section.statements.map((current, place) => {
      const source = drafted[at]?.statements[place]
      const old = was[at]?.statements[place]
      const now = is[at]?.statements[place]
      if (!source || !old || !now || source.text !== current.text || isSame(old, now)) return current
      const isDoubtOfOthers = now.check === 'supported' && source.check !== 'supported' && old.check !== source.check
      return isDoubtOfOthers ? source : now
    }),
  }))
}

function checkedSections(sections: readonly Section[], transcript: Transcript, client: string): Section[] {
  const checked = sections.map((section) => ({
    ...section,
    statements: section.statements.map((statement) =>
      statement.check === 'clinician'
        ? statement
        : checkedStatement(statement.text, statement.evidence, transcript, client),
    ),
  }))
  return exceptOtherLanguages({ sections: checked, coverage: coverageOf(transcript, []) }, transcript).sections
}

const isSame = (one: Statement, other: Statement) => JSON.stringify(one) === JSON.stringify(other)
