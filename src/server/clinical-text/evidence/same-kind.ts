import type { Word } from '../language/clauses.ts'
import { areSiblings, fieldOf } from '../language/dictionary.ts'
import { isEmptyNoun, isGeneric } from '../language/generic-nouns.ts'
import { isDrug, isSame } from '../language/meanings.ts'
import { isPersonWord } from '../language/persons.ts'
import { supports } from '../language/support.ts'
import { weightOf } from '../language/weights.ts'
import type { Claim } from './claim.ts'

export const isNoun = ({ pos }: Word) => pos === 'NOUN' || pos === 'PROPN'

/**
 * WordNet's lexicographer files of nouns for tangible things, persons, groups, places and events: 5 animals, 6
 * artifacts, 8 bodies, 11 events, 13 food, …
 */
const concrete = new Set([5, 6, 8, 11, 13, 14, 15, 17, 18, 19, 20, 27])
export const isConcrete = (word: Word) => {
  const field = fieldOf(word)
  // The dictionary has these only as adjectives or adverbs: `adherent`, `abstinent`.
  if (field !== null && field < 3) return false
  return field === null || concrete.has(field)
}

/** True if two nouns may name things of one kind. An unknown noun may name anything. */
function mayBeSameKind(one: Word, other: Word): boolean {
  const [mine, theirs] = [fieldOf(one), fieldOf(other)]
  return mine === null || theirs === null || mine === theirs || areSiblings(one, other)
}

/** Lexicographer files of places, groups and artifacts, and of food, plants and substances. */
const kinds = [new Set([6, 14, 15, 17]), new Set([13, 20, 27])]

/** True if two things can be confused: `harbor` and `school`, not `soup` and `school`. */
function areOfOneKind(one: Word, other: Word): boolean {
  const isOf = (kind: ReadonlySet<number>) => [one, other].every((word) => kind.has(fieldOf(word) ?? 0))
  return mayBeSameKind(one, other) || kinds.some(isOf)
}

/** True if the passages name another thing of the same kind, which the claim does not: `bus` for `tram`. */
export function namesOtherOfSameKind(
  claimed: readonly Word[],
  word: Word,
  said: readonly Word[],
  isTopic: boolean,
): boolean {
  if (isGeneric(word.lemma) || !isConcrete(word)) return false
  if (fieldOf(word) === null)
    return said.some((other) => isDrugOrBrand(other) && !claimed.some((own) => supports(other, own)))
  return said.some(
    (other) =>
      isNoun(other) &&
      weightOf(other) === 1 &&
      !isPersonWord(other) &&
      !(other.pos === 'PROPN' && fieldOf(other) === null) &&
      (isTopic
        ? areSiblings(word, other)
        : isConcrete(other) && !isGeneric(other.lemma) && areOfOneKind(word, other)) &&
      !claimed.some((own) => supports(other, own)),
  )
}

/** True for a drug, and for a noun that the dictionary lacks, which is usually a brand. */
export const isDrugOrBrand = (word: Word) =>
  word.pos === 'NOUN' && weightOf(word) === 1 && (isDrug(word.lemma) || fieldOf(word) === null)

/** The preposition or verb that governs a noun. */
function governorOf(words: readonly Word[], at: number): Word | null {
  for (let step = at - 1; step >= 0; step -= 1) {
    const word = words[step]
    if (!word) return null
    if (word.pos === 'ADP' || word.text === 'to') return word
    if (word.pos === 'VERB') return word
    if (!/^(?:DET|ADJ|NUM|PRON|NOUN|PROPN|ADV|PART)$/.test(word.pos)) return null
  }
  return null
}

const isPlace = ({ text, pos }: Word) =>
  (pos === 'ADP' || pos === 'PART') && /^(?:in|at|on|inside|to|into|from)$/.test(text)

const areThings = (one: Word, other: Word) => [one, other].every((word) => isConcrete(word) && !isGeneric(word.lemma))

/** True if the nearest passage has another noun in the same position: walked to the *river*, walked to the *mosque*. */
export function hasOtherNounInPlace(claim: Claim, at: number): boolean {
  const governor = governorOf(claim.words, at)
  if (governor === null || isEmptyNoun(claim.words[at]?.lemma ?? '')) return false
  return claim.nearest.some(
    ({ words, isContext }) =>
      !isContext &&
      words.some((word, place) => {
        if (!isNoun(word) || weightOf(word) < 1) return false
        const theirs = governorOf(words, place)
        if (claim.words.some((mine) => supports(word, mine))) return false
        if (isPlace(governor) && theirs !== null && isPlace(theirs) && areThings(claim.words[at] ?? word, word))
          return true
        if (isPersonWord(word) !== isPersonWord(claim.words[at] ?? word)) return false
        if (!mayBeSameKind(claim.words[at] ?? word, word)) return false
        return (
          theirs !== null && (theirs.text === governor.text || (governor.pos === 'VERB' && isSame(governor, theirs)))
        )
      }),
  )
}

const isColor = ({ text }: Word) =>
  /^(?:black|white|red|green|blue|yellow|brown|pink|purple|orange|gr[ae]y)$/.test(text)

/** A color of the claim, if the passages name only a color that the statement lacks. */
export function otherColor(claim: Claim, said: readonly Word[], own: readonly Word[]): string | undefined {
  const colors = said.filter(isColor)
  const isSaid = (word: Word) => colors.some((color) => isSame(color, word))
  const isNamed = (color: Word) => own.some((word) => isSame(word, color))
  return colors.some((color) => !isNamed(color))
    ? claim.words.find((word) => isColor(word) && !isSaid(word))?.text
    : undefined
}
