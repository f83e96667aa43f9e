import type { Evidence, Section, Statement } from '#shared/contract/notes.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'
import { riskConfirmer, withoutConfirmation } from '../safety/confirm.ts'
import type { RiskMark } from '../safety/turns-by-mark.ts'
import { coverageOf } from './coverage.ts'
import { checkedStatement } from './evidence.ts'
import { exceptOtherLanguages } from './other-languages.ts'
import { locateQuote } from './quotes.ts'
import { exchangeOf, objectionTo, withObjection } from './second-reading.ts'

export interface Corrected {
  /** The current sections. */
  sections: readonly Section[]
  /** The sentences of the note with all evidence of their draft. */
  drafted: readonly Section[]
  before: Transcript
  after: Transcript
  /** Name of the client in the note. */
  client: string
  /** Turns that a language model found to be about risk. */
  marks: readonly RiskMark[]
}

/**
 * Sections after a correction of their transcript. Drafted sentences with another check result than before get the new
 * findings and the quotes that are left. All others stay as they are, with findings from other sources. The reasons and passages of
 * sentences about risk are found again, also in sentences that are about risk only since the correction.
 */
export function recheckedSections({ sections, drafted, before, after, client, marks }: Corrected): Section[] {
  const was = checkedSections(drafted, before, client)
  const is = checkedSections(drafted, after, client)
  const confirm = riskConfirmer(after, marks)
  return sections.map((section, at) =>
    withEach(section, (current, list, place) => {
      const [source, old, now] = [drafted, was, is].map((all) => all[at]?.[list]?.[place])
      if (!source || !old || !now || source.text !== current.text || isSame(old, now))
        return confirmedAgain(current, current, after, confirm)
      const own = withoutConfirmation(source)
      const isDoubtOfOthers = now.check === 'supported' && own.check !== 'supported' && old.check !== own.check
      return confirmedAgain(isDoubtOfOthers ? own : now, source, after, confirm)
    }),
  )
}

/**
 * A statement with a new confirmation, if it is about risk. The objection of a second reading to `read`, the statement before, stays
 * with its passage unless the statement has another finding.
 */
function confirmedAgain(
  statement: Statement,
  read: Statement,
  after: Transcript,
  confirm: (statement: Statement) => Statement,
): Statement {
  const confirmed = confirm(withoutConfirmation(statement))
  const objection = read.check === 'confirm' ? objectionTo(read) : null
  const isOpen = ['supported', 'unchecked', 'confirm'].includes(confirmed.check)
  if (!objection || !isOpen) return confirmed
  const besides = [...(confirmed.besides ?? []), ...passageLeft(read, confirmed, after)]
  return { ...withObjection(confirmed, objection), ...(besides.length > 0 && { besides }) }
}

/** The passage that a second reading of `read` shows last, if it is still in its exchange and not among `besides`. */
function passageLeft(read: Statement, { besides = [] }: Statement, after: Transcript): Evidence[] {
  const shown = read.besides?.at(-1)
  if (!shown || locateQuote(shown, after) === null) return []
  const isNear = exchangeOf(read, after).some(({ id }) => id === shown.utteranceId)
  const isListed = besides.some(({ utteranceId, quote }) => utteranceId === shown.utteranceId && quote === shown.quote)
  return isNear && !isListed ? [shown] : []
}

/** Applies `change` to each sentence of a section, and to its excerpts. */
function withEach(
  section: Section,
  change: (statement: Statement, list: 'statements' | 'excerpts', place: number) => Statement,
): Section {
  const { statements, excerpts } = section
  return {
    ...section,
    statements: statements.map((statement, place) => change(statement, 'statements', place)),
    ...(excerpts && { excerpts: excerpts.map((statement, place) => change(statement, 'excerpts', place)) }),
  }
}

function checkedSections(sections: readonly Section[], transcript: Transcript, client: string): Section[] {
  const checked = sections.map((section) =>
    withEach(section, (statement) =>
      statement.check === 'clinician'
        ? { ...statement, evidence: statement.evidence.filter((one) => locateQuote(one, transcript) !== null) }
        : checkedStatement(statement.text, statement.evidence, transcript, client),
    ),
  )
  return exceptOtherLanguages({ sections: checked, coverage: coverageOf(transcript, []) }, transcript).sections
}

const isSame = (one: Statement, other: Statement) => JSON.stringify(one) === JSON.stringify(other)
