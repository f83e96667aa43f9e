import { isSaidFor } from './clinical-terms.ts'
import { isInDictionary } from './dictionary.ts'
import type { Token } from './grammar.ts'
import { isDrug, isSame } from './meanings.ts'

/**
 * True if a word that was said supports a word of a note: the same word, an interchangeable word, a charting term, or a more
 * general word. Wider than `isSame`, which also finds contradictions.
 */
export function supports(said: Token, claimed: Token): boolean {
  if (isSame(claimed, said)) return true
  if (isSaidFor(claimed.lemma, said.lemma) || isSaidFor(claimed.text, said.lemma)) return true
  return !isDrug(claimed.lemma) && !isDrug(said.lemma) && isInDictionary(claimed, said)
}
