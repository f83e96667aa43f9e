import type { Statement } from '#shared/contract/notes.ts'
import { termsOf } from '#server/clinical-text/language/words.ts'

/** Parts overlap: of two statements that say the same, the first stays. */
export function withoutRepeats(statements: readonly Statement[]): Statement[] {
  return statements.filter((statement, at) => !statements.slice(0, at).some((earlier) => isRepeat(earlier, statement)))
}

function isRepeat(one: Statement, other: Statement): boolean {
  if (one.text === other.text) return true
  const [a, b] = [new Set(termsOf(one.text)), new Set(termsOf(other.text))]
  const shared = [...a].filter((term) => b.has(term)).length
  const cites = other.evidence.some(({ utteranceId }) =>
    one.evidence.some((earlier) => earlier.utteranceId === utteranceId),
  )
  return cites && shared > 0 && shared / (a.size + b.size - shared) > 0.75 && one.check === other.check
}
