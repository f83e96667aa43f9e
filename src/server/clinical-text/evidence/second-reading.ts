import type { Evidence, Statement } from '#shared/contract/notes.ts'
import type { Transcript, Utterance } from '#shared/contract/transcripts.ts'
import { findQuote } from './quotes.ts'

/** Number of turns before and after a quoted turn: the question, the answer and the reaction. */
const reach = 2

/** The turns around the quotes of a statement, in order. */
export function exchangeOf({ evidence }: Pick<Statement, 'evidence'>, { utterances }: Transcript): Utterance[] {
  const cited = evidence.map(({ utteranceId }) => utterances.findIndex(({ id }) => id === utteranceId))
  return utterances.filter((_, at) => cited.some((quoted) => quoted >= 0 && Math.abs(quoted - at) <= reach))
}

const findings = {
  contradicted: { check: 'contradicted', reason: 'A second reading found: the session says otherwise.' },
  'not stated': { check: 'unsupported', reason: 'A second reading found: the session does not say this.' },
} as const

type Objection = (typeof findings)[keyof typeof findings]

/** The objection of a second reading in the reason of a statement, or null. */
export function objectionTo({ reason }: Statement): Objection | null {
  return Object.values(findings).find((one) => reason?.includes(one.reason)) ?? null
}

/** A statement with an objection of a second reading. An earlier finding and `confirm` stay. */
export function withObjection(statement: Statement, { check, reason }: Objection): Statement {
  const isUnflagged = statement.check === 'supported' || statement.check === 'unchecked'
  return {
    ...statement,
    check: isUnflagged ? check : statement.check,
    reason: [statement.reason, reason].filter((text) => text !== undefined).join(' '),
  }
}

/**
 * A checked statement after a second reading. An objection flags the statement, but an earlier finding and `confirm`
 * stay. Approval changes nothing. `words` are shown only if the exchange contains them, in the words of the transcript.
 */
export function afterSecondReading(
  statement: Statement,
  { verdict, words }: { verdict: 'entailed' | keyof typeof findings; words: string },
  transcript: Transcript,
): Statement {
  if (verdict === 'entailed') return statement
  const besides = [...(statement.besides ?? []), ...passageOf(words, exchangeOf(statement, transcript))]
  return {
    ...withObjection(statement, findings[verdict]),
    ...(besides.length > 0 && { besides }),
  }
}

function passageOf(words: string, exchange: readonly Utterance[]): Evidence[] {
  for (const { id, text } of exchange) {
    const span = findQuote(words, text)
    if (span) return [{ utteranceId: id, quote: text.slice(span.start, span.end) }]
  }
  return []
}
