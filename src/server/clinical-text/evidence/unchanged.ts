import { type Claim, type Finding, overlap, textOf } from './claim.ts'
import { type SourceClause, saidIn } from './source-clauses.ts'

const changedPattern =
  /\b(?:(?:became|become|grown|grew|got|gotten|gone|is|are|was|were|has|have) (?:much |a lot |slightly |a little )?(?:\w+er|worse|up|down)\b|worsen\w*|deteriorat\w*|improv\w*|increas\w*|decreas\w*|declin\w*)/i
const steadyPattern =
  /\b(?:(?:not|n['’]t) (?:really |much )?(?:changed?|different)|unchanged|(?:is|are|'s|stayed?|remains?) (?:still |just |about )?the same(?=\s*(?:[,.;!?]|$|as\b|like\b|and\b|but\b))|(?:the )?same (?:as|like) (?:before|always|ever|last)|no (?:change|different|difference))\b/i

/** The note reports a change; the client or clinician said that nothing changed. */
export function reportedAsChanged(claim: Claim, source: readonly SourceClause[]): Finding | null {
  const text = textOf(claim)
  if (!changedPattern.test(text) || claim.words.some(({ isNegated }) => isNegated)) return null
  const cited = saidIn(source)
  if (cited.some(({ sentence }) => changedPattern.test(sentence.replace(steadyPattern, '')))) return null
  const against = cited.find((one) => steadyPattern.test(one.sentence) && overlap(claim.content, one) >= 0.5)
  return against ? { reason: 'This was said to be unchanged.', against } : null
}
