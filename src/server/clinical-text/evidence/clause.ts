import { framingVerbs, type Word } from '../language/clauses.ts'
import { fieldOf } from '../language/dictionary.ts'
import { isGeneric } from '../language/generic-nouns.ts'
import { amountsIn } from '../language/numbers.ts'
import { type Cast, isPersonWord } from '../language/persons.ts'
import { supports } from '../language/support.ts'
import { weightOf } from '../language/weights.ts'
import { type Claim, type Finding, isInterpretation, textOf } from './claim.ts'

/** Openings of clauses that say how, where or under which condition the rest of the sentence holds. */
const asidePattern = /^(?:where|when|if|while|despite|whereas|although|though|as|so)$/

/** WordNet's fields of verbs of change, thought, perception and being, and of nouns of feelings, motives, processes, amounts, relations, shapes and times. */
const uneventfulVerbs = new Set([30, 31, 39, 42])
const uneventfulNouns = new Set([12, 16, 22, 23, 24, 25, 28])

/** True if a word names an act, a thing or a cause, not a manner. */
function isEventful(word: Word): boolean {
  if (word.pos === 'ADJ' || word.pos === 'ADV') return false
  const field = fieldOf(word) ?? 0
  return word.pos === 'VERB' ? !uneventfulVerbs.has(field) : !isGeneric(word.lemma) && !uneventfulNouns.has(field)
}

/**
 * True if a clause adds an event or another person with words that were not said, or contains `because`. `While
 * movement remains restricted` only rewords what was said.
 */
function addsEvent({ words, content }: Claim, unsaid: readonly Word[], said: readonly Word[]): boolean {
  return (
    words.some(({ text }) => text === 'because') ||
    unsaid.some(isEventful) ||
    content.some((word) => isPersonWord(word) && !said.some((other) => supports(other, word)))
  )
}

const causesPattern = /\b(?:because of|due to|owing to|thanks to|on the advice of)\b.*$/

/** Returns a cause that was not mentioned, e.g. `because of a flood`. */
function inventedCause({ words, content }: Claim, said: readonly Word[]): string | null {
  const text = textOf({ words })
  const [tail] = causesPattern.exec(text) ?? []
  if (tail === undefined) return null
  const named = content.filter(
    (word) => weightOf(word) === 1 && !isGeneric(word.lemma) && tail.includes(` ${word.text}`),
  )
  return named.length > 0 && !named.some((word) => said.some((other) => supports(other, word)))
    ? tail.replace(/[ .]+$/, '')
    : null
}

const amountsOf = (words: readonly Word[]) =>
  amountsIn(words.map(({ text }) => text).join(' ')).filter(({ isVague }) => !isVague)

/** True if a clause contains a number that was said. */
function sharesAmount(words: readonly Word[], cited: readonly Word[]): boolean {
  const said = new Set(amountsOf(cited).map(({ value }) => value))
  return amountsOf(words).some(({ value }) => said.has(value))
}

/** Flags an invented cause, or a clause that adds an event or person and shares no specific word with the passages. */
export function clause(
  claim: Claim,
  cited: readonly Word[],
  near: readonly Word[],
  isName: Cast['isName'],
): Finding | null {
  const said = claim.at === 0 ? [...cited, ...near] : cited
  const invented = inventedCause(claim, [...cited, ...near])
  if (invented !== null) return { reason: `‘${invented}’ is not in the cited words.` }
  if (claim.at > 0 && sharesAmount(claim.words, cited)) return null
  const words = claim.content.filter(
    (word) => weightOf(word) === 1 && !isPersonWord(word) && !isName(word) && !framingVerbs.test(word.lemma),
  )
  const isAside = claim.at > 0 && asidePattern.test(claim.words.find(({ pos }) => pos !== 'PUNCT')?.text ?? '')
  if (isAside && words.filter(({ lemma }) => !isGeneric(lemma)).length < 2) return null
  if (words.every(({ lemma }) => isGeneric(lemma)) || words.some((word) => said.some((other) => supports(other, word))))
    return null
  if (isInterpretation(claim) || !addsEvent(claim, words, [...cited, ...near])) return null
  return { reason: `‘${claim.words.map(({ text }) => text).join(' ')}’ is not in the cited words.` }
}
