import { framing, type Word } from '../language/clauses.ts'
import { isSame } from '../language/meanings.ts'
import { isGeneric } from '../language/generic-nouns.ts'
import { type Cast, isPersonWord } from '../language/persons.ts'
import { weightOf } from '../language/weights.ts'
import { type Claim, type Finding } from './claim.ts'

/** A clause of which no word is in the passages. */
export function clause(
  claim: Claim,
  cited: readonly Word[],
  near: readonly Word[],
  isName: Cast['isName'],
): Finding | null {
  const said = claim.at === 0 ? [...cited, ...near] : cited
  const words = claim.content.filter(
    (word) => weightOf(word) === 1 && !isPersonWord(word) && !isName(word) && !framing.test(word.lemma),
  )
  if (words.every(({ lemma }) => isGeneric(lemma)) || words.some((word) => said.some((other) => isSame(word, other))))
    return null
  return { reason: `‘${claim.words.map(({ text }) => text).join(' ')}’ is not in the cited words.` }
}
