import type { Statement } from '#shared/contract/notes.ts'
import { wordsOf } from '#server/clinical-text/language/words.ts'

/**
 * Removes repeated statements, because parts overlap. Of two statements with the same words in the same order, apart from
 * words without a claim, only the first stays. When in doubt both stay, because a lost statement is worse.
 */
export function withoutRepeats(statements: readonly Statement[]): Statement[] {
  const seen = new Set<string>()
  return statements.filter(({ text }) => {
    const claim = claimOf(text)
    const isNew = !seen.has(claim)
    seen.add(claim)
    return isNew
  })
}

const emptyWords: ReadonlySet<string> = new Set(['a', 'an', 'the', 'that', 'also', 'additionally', 'client', 'patient'])

/** Verbs of saying. Verbs like deny, admit or fear carry a claim and do not count. */
const reportingPattern =
  /^(?:report|state|describe|say|said|note|mention|share|express|explain|endorse|indicate|voice)(?:s|d|ed|ing)?$/

function claimOf(text: string): string {
  const words = wordsOf(text).map((word) => (reportingPattern.test(word.text) ? 'says' : word.text))
  return words.filter((word) => !emptyWords.has(word)).join(' ') || text
}
