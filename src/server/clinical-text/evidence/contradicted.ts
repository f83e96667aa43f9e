import { saysNo } from '../language/clauses.ts'
import { isSame } from '../language/meanings.ts'
import { isOver } from '../language/tense.ts'
import { weightOf } from '../language/weights.ts'
import { type Claim, type Finding, isPerson, sharesPredicate } from './claim.ts'
import type { Heard } from './heard.ts'

/** Says yes where the passages say no, or the reverse: the words that both have stand on different sides of a negation. */
export function contradicted(claim: Claim, heard: readonly Heard[]): Finding | null {
  const said = heard.filter(({ isContext }) => !isContext)
  // `no longer` and `used to` agree.
  if (/\b(?:no longer|any ?more)\b/.test(claim.sentence) && said.some(({ sentence }) => isOver(sentence))) return null
  let agree = 0
  let differ = 0
  let against: Heard | undefined
  for (const word of claim.content) {
    if (weightOf(word) < 1 || isPerson(word)) continue
    const matches = said.flatMap((clause) =>
      clause.words.filter((other) => isSame(word, other)).map((other) => ({ clause, other })),
    )
    if (matches.length === 0) continue
    const isNo = word.isNegated
    const isOpen = !isNo && saysNo(claim)
    const same = matches.some(
      ({ clause, other }) => other.isNegated === isNo || isOpen || (!other.isNegated && saysNo(clause)),
    )
    if (same) agree += 1
    else {
      differ += 1
      against = matches[0]?.clause
    }
  }
  if (differ === 0 || agree >= differ || against === undefined) return null
  const isDenied = against.words.some(({ isNegated }) => isNegated)
  if (!isDenied && said.some(saysNo) && (saysNo(against) || !sharesPredicate(claim, against))) return null
  const reason = isDenied ? 'This was denied, not reported.' : 'This was reported, not denied.'
  return { reason, against }
}
