import type { Word } from '../language/clauses.ts'
import { isGeneric } from '../language/generic-nouns.ts'
import { isDrug, isSame } from '../language/meanings.ts'
import { isIndefinite, isPersonWord } from '../language/persons.ts'
import { weightOf } from '../language/weights.ts'
import { type Claim, type Finding } from './claim.ts'
import { type Heard, wordsIn } from './heard.ts'

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
export function thing(claim: Claim, heard: readonly Heard[], { near, names }: Surroundings): Finding | null {
  const said = wordsIn(heard.filter(({ isContext }) => !isContext))
  for (const [at, word] of claim.words.entries()) {
    if (!claim.content.includes(word) || !isNoun(word) || isIndefinite(word) || weightOf(word) < 1) continue
    if (said.some((other) => isSame(word, other)) || isHyphenated(claim.words, at) || word.text.endsWith('ed')) continue
    if (anyDrug.test(word.lemma) && near.some(({ lemma }) => isDrug(lemma))) continue
    const isMissing = isPersonWord(word)
      ? !heard.some(({ words }) => words.some((other) => isSame(word, other))) && isAnotherPerson(claim, word, heard)
      : names.has(word.text)
        ? !speaksOfThird(heard)
        : near.some((other) => isSame(word, other))
          ? isSwapped(claim, at)
          : isDrug(word.lemma) || !isGeneric(word.lemma) || isSwapped(claim, at)
    if (isMissing) return { reason: `‘${word.text}’ is not in the cited words.` }
  }
  return null
}

const isHyphenated = (words: readonly Word[], at: number) => words[at - 1]?.text === '-' || words[at + 1]?.text === '-'

/** Whether the passages have a pronoun or a speaker that a name may stand for. */
function speaksOfThird(heard: readonly Heard[]): boolean {
  return heard.some(({ utterance, words }) => utterance.speaker === 'other' || words.some(isThird))
}

/** A person not named in the passages is another one where the passages name a person whom the claim does not. */
function isAnotherPerson(claim: Claim, person: Word, heard: readonly Heard[]): boolean {
  const cited = heard.filter(({ isContext }) => !isContext)
  if (cited.some(({ utterance }) => utterance.label.toLowerCase() === person.lemma)) return false
  const isMet = (word: Word) => claim.words.some((own) => isSame(own, word))
  const unmet = cited.some(({ words }) =>
    words.some((word, at) => {
      const next = words[at + 1]
      return isPersonWord(word) && !isIndefinite(word) && !isMet(word) && !(next?.pos === 'PROPN' && isMet(next))
    }),
  )
  if (unmet) return true
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

/** Whether the nearest passage has another noun in its place: walked to the *river*, walked to the *mosque*. */
function isSwapped(claim: Claim, at: number): boolean {
  const own = hold(claim.words, at)
  if (own === null) return false
  return claim.nearest.some(
    ({ words, isContext }) =>
      !isContext &&
      words.some((word, place) => {
        if (!isNoun(word) || weightOf(word) < 1 || isPersonWord(word) !== isPersonWord(claim.words[at] ?? word))
          return false
        if (claim.words.some((mine) => isSame(mine, word))) return false
        const theirs = hold(words, place)
        return theirs !== null && (theirs.text === own.text || (own.pos === 'VERB' && isSame(own, theirs)))
      }),
  )
}
