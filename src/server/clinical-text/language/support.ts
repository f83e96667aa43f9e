import { isSaidFor } from './clinical-terms.ts'
import { isInDictionary } from './dictionary.ts'
import type { Token } from './grammar.ts'
import { isDrug, isSame } from './meanings.ts'

/**
 * True if a word that was said supports a word of a note: the same word, an interchangeable word, a charting term, or a more
 * general word. Accepts more than `isSame`, with which contradictions are found, too.
 */
export function supports(said: Token, claimed: Token): boolean {
  if (isSame(claimed, said) || isInLaw(said, claimed)) return true
  if (isSaidFor(claimed.lemma, said.lemma) || isSaidFor(claimed.text, said.lemma)) return true
  return !isDrug(claimed.lemma) && !isDrug(said.lemma) && isInDictionary(claimed, said)
}

/** A brother's wife and a wife's mother are in-laws. */
function isInLaw(said: Token, { lemma, text }: Token): boolean {
  const kin = lemma.endsWith('inlaw') ? lemma.slice(0, -'inlaw'.length) : ''
  return (
    kin !== '' &&
    (isSame({ lemma: kin, text: text === lemma ? kin : text, pos: 'NOUN', isCapital: false }, said) ||
      /^(?:wife|husband|spouse|partner)$/.test(said.lemma))
  )
}
