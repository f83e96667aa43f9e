import type { Word } from '../language/clauses.ts'
import { isGeneric } from '../language/generic-nouns.ts'
import { areSiblings, fieldOf } from '../language/dictionary.ts'
import { isDrug, isSame } from '../language/meanings.ts'
import { isIndefinite, isPersonWord } from '../language/persons.ts'
import { supports } from '../language/support.ts'
import { weightOf } from '../language/weights.ts'
import { type Claim, type Finding, isInterpretation } from './claim.ts'
import { isTurningItself } from './contradicted.ts'
import { type Heard, saidIn, wordsIn } from './heard.ts'

/** What the statement may name besides the words of its passages. */
export interface Surroundings {
  /** Words said shortly before, and after, the passages: what `it` and `she` stand for. */
  near: readonly Word[]
  /** All that is called by name in the session, speakers too. Lower case. */
  names: ReadonlySet<string>
}

/** What stands for the name of a drug. */
const anyDrug = /^(?:medication|medicine|drug|tablet|pill|antidepressant|painkiller|prescription)$/

const isNoun = ({ pos }: Word) => pos === 'NOUN' || pos === 'PROPN'
const isThird = ({ text }: Word) => /^(?:he|she|they|him|her|them|his|hers|their|who)$/.test(text)

/** A drug, person, place or object that the cited words do not contain. */
export function thing(
  claim: Claim,
  heard: readonly Heard[],
  { near, names }: Surroundings,
  claims: readonly Claim[],
): Finding | null {
  if (isInterpretation(claim)) return null
  const own = claims.flatMap(({ words }) => words)
  const said = wordsIn(saidIn(heard))
  const asked = wordsIn(heard.filter(({ isContext, isCited }) => isContext && isCited))
  for (const [at, word] of claim.words.entries()) {
    if (!claim.content.includes(word) || !isNoun(word) || isIndefinite(word) || weightOf(word) < 1) continue
    const support = said.filter((other) => supports(other, word))
    if (support.length === 0 && asked.some((other) => supports(other, word))) continue
    if (!isTurningItself(claim) && isRuledOut(word, support, said))
      return { reason: `It was said not to be ‘${word.text}’.` }
    if (support.length > 0 || isHyphenated(claim.words, at) || word.text.endsWith('ed')) continue
    if (anyDrug.test(word.lemma) && near.some(({ lemma }) => isDrug(lemma))) continue
    const isNear = near.some((other) => isSame(word, other))
    const isMissing = isPersonWord(word)
      ? !heard.some(({ words }) => words.some((other) => supports(other, word))) &&
        isAnotherPerson(claim, heard, own, word, isNear)
      : names.has(word.text)
        ? !speaksOfThird(heard) || hasOtherName(claim, own, names)
        : isSwapped(claim, at) ||
          hasRival(own, word, said, isNear) ||
          (isDrug(word.lemma) && (!isNear || said.some(isUnknown)))
    if (isMissing) return { reason: `‘${word.text}’ is not in the cited words.` }
  }
  return null
}

/** WordNet's lexicographer files of nouns for what can be touched, and of persons: 5 animals, 6 artifacts, 8 bodies, 13 food, … */
const concrete = new Set([5, 6, 8, 11, 13, 14, 15, 17, 18, 19, 20, 27])
const isConcrete = (word: Word) => {
  const field = fieldOf(word)
  // Known as an adjective only: `adherent`, `abstinent`.
  if (field !== null && field < 3) return false
  return field === null || concrete.has(field)
}

/** Whether the passages name another thing of the same kind, which the claim does not: `bus` for `tram`. */
function hasRival(claimed: readonly Word[], word: Word, said: readonly Word[], isTopic: boolean): boolean {
  if (isGeneric(word.lemma) || !isConcrete(word)) return false
  if (fieldOf(word) === null)
    return said.some((other) => isUnknown(other) && !claimed.some((own) => supports(other, own)))
  return said.some(
    (other) =>
      isNoun(other) &&
      weightOf(other) === 1 &&
      !isPersonWord(other) &&
      !(other.pos === 'PROPN' && fieldOf(other) === null) &&
      (isTopic ? areSiblings(word, other) : isConcrete(other) && !isGeneric(other.lemma)) &&
      !claimed.some((own) => supports(other, own)),
  )
}

/** `The drops, not the tablets.` */
function isRuledOut(word: Word, support: readonly Word[], said: readonly Word[]): boolean {
  if (word.isNegated || !isConcrete(word) || support.length === 0 || !support.every(({ isNegated }) => isNegated))
    return false
  return support.every((other) => {
    const before = said.slice(Math.max(0, said.indexOf(other) - 3), said.indexOf(other))
    return before.some(({ text }) => text === 'not') && !before.some(({ pos }) => pos === 'VERB' || pos === 'AUX')
  })
}

/** The nearest passage is about another person, by name. */
const hasOtherName = ({ nearest }: Claim, own: readonly Word[], names: ReadonlySet<string>) =>
  nearest.some(
    ({ subject }) => subject !== null && names.has(subject.name) && !own.some(({ text }) => text === subject.name),
  )

/** A name of a drug or a brand, most often. */
const isUnknown = (word: Word) =>
  word.pos === 'NOUN' && weightOf(word) === 1 && (isDrug(word.lemma) || fieldOf(word) === null)

const isHyphenated = (words: readonly Word[], at: number) => words[at - 1]?.text === '-' || words[at + 1]?.text === '-'

/** Whether the passages have a pronoun or a speaker that a name may stand for. */
function speaksOfThird(heard: readonly Heard[]): boolean {
  return heard.some(({ utterance, words }) => utterance.speaker === 'other' || words.some(isThird))
}

/** A person not named in the passages is another one where the passages name a person whom the claim does not. */
function isAnotherPerson(
  claim: Claim,
  heard: readonly Heard[],
  own: readonly Word[],
  person: Word,
  isNear: boolean,
): boolean {
  const cited = saidIn(heard)
  if (cited.some(({ utterance }) => utterance.label.toLowerCase() === person.lemma)) return false
  const isMet = (word: Word) => own.some((mine) => supports(word, mine))
  const rivals =
    claim.nearest.length > 0 && isNear
      ? cited.filter(({ utterance }) => claim.nearest.some((one) => one.utterance.id === utterance.id))
      : cited
  const unmet = rivals.some(({ words }) =>
    words.some((word, at) => {
      const next = words[at + 1]
      return isPersonWord(word) && !isIndefinite(word) && !isMet(word) && !(next?.pos === 'PROPN' && isMet(next))
    }),
  )
  if (unmet) return true
  if (isNear) return false
  return !speaksOfThird(cited) && !wordsIn(cited).some(({ pos }) => pos === 'PROPN')
}

/** The preposition or verb that a noun hangs on, with its place. */
function hold(words: readonly Word[], at: number): Word | null {
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

/** Whether two nouns name things of one kind, as far as they are known. */
function mayStandFor(one: Word, other: Word): boolean {
  const [mine, theirs] = [fieldOf(one), fieldOf(other)]
  return mine === null || theirs === null || mine === theirs || areSiblings(one, other)
}

/** Whether the nearest passage has another noun in its place: walked to the *river*, walked to the *mosque*. */
function isSwapped(claim: Claim, at: number): boolean {
  const own = hold(claim.words, at)
  if (own === null) return false
  return claim.nearest.some(
    ({ words, isContext }) =>
      !isContext &&
      words.some((word, place) => {
        if (!isNoun(word) || weightOf(word) < 1) return false
        const theirs = hold(words, place)
        if (claim.words.some((mine) => supports(word, mine))) return false
        if (isPlace(own) && theirs !== null && isPlace(theirs) && areThings(claim.words[at] ?? word, word)) return true
        if (isPersonWord(word) !== isPersonWord(claim.words[at] ?? word)) return false
        if (!mayStandFor(claim.words[at] ?? word, word)) return false
        return theirs !== null && (theirs.text === own.text || (own.pos === 'VERB' && isSame(own, theirs)))
      }),
  )
}
