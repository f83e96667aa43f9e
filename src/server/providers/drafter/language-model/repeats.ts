import type { Statement } from '#shared/contract/notes.ts'

/**
 * Removes repeated statements, because parts overlap. Of two statements with the same text, apart from words without a
 * claim, only the first stays. When in doubt both stay, because a lost statement is worse.
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

const emptyWords: ReadonlySet<string> = new Set(['a', 'an', 'the', 'that', 'also', 'additionally'])

/** Verbs of saying that have no other meaning. Verbs like deny, admit or fear carry a claim and do not count. */
const reportingPattern = /^(?:report|state|describe|say|said|mention|explain|endorse|indicate)(?:s|d|ed)?$/

/** The text without signs at its end. Signs inside stay, because '-2' and '<5' are claims. */
function claimOf(text: string): string {
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/[.!…]+$/, '')
  const [subject = '', verb = '', ...others] = plain.split(/\s+/).filter((word) => !emptyWords.has(word))
  return [subject === 'patient' ? 'client' : subject, reportingPattern.test(verb) ? 'says' : verb, ...others].join(' ')
}
