import { plainText } from './safety-terms.ts'

const untruePattern =
  /\bi (?:lied|was lying)(?= (?:to you|before|earlier|just now|about (?:that|it|this|the)|when you|then)|[.,;!?]|$)(?! (?:to you )?about (?:the|my) (?:test|exam|homework|price|money))|\bi (?:wasn't|was not|haven't been|have not been|didn't want to be) (?:\w+ )?(?:honest|truthful|straight|open)\b|\bi (?:didn't|did not|haven't) (?:tell|told) you (?:the (?:\w+ )?truth|everything|all of it|the whole)\b/
const returningPattern =
  /\b(?:i (?:said|told you|answered) no\b|(?:go|come|going|coming) back to (?:what|the (?:\w+ )?(?:thing|question)s?|that question|your question)\b[^.?!]{0,20}\b(?:you|asked|before|earlier)|(?:what|the (?:\w+ )?(?:thing|question)s?) you asked (?:me )?(?:before|earlier|at the (?:start|beginning))|what i (?:said|told you) (?:before|earlier|just now)|should have said (?:something|yes))/

/** True if a client returns to an earlier answer: `I said no before. That wasn't true.` */
export function retracts(text: string): boolean {
  const plain = plainText(text)
  return untruePattern.test(plain) || returningPattern.test(plain)
}
