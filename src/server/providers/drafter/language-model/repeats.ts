import type { Statement } from '#shared/contract/notes.ts'
import { wordsOf } from '#server/clinical-text/language/words.ts'

/**
 * Parts overlap: of two statements that say the same, the first stays. They say the same when they have the same words in
 * the same order, apart from words that carry no claim. A repeated sentence costs a glance, a lost one is a lost fact.
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

/** Ways to say that something was said. To deny, to admit or to fear says more. */
const reporting =
  /^(?:report|state|describe|say|said|note|mention|share|express|explain|endorse|indicate|voice)(?:s|d|ed|ing)?$/

function claimOf(text: string): string {
  const words = wordsOf(text).map((word) => (reporting.test(word.text) ? 'says' : word.text))
  return words.filter((word) => !emptyWords.has(word)).join(' ') || text
}
