import type { Word } from '../language/clauses.ts'
import { mayBeAdjective } from '../language/dictionary.ts'
import { isEmptyNoun } from '../language/generic-nouns.ts'
import { isDrug, isSame } from '../language/meanings.ts'
import { isIndefinite, isPersonWord } from '../language/persons.ts'
import { supports } from '../language/support.ts'
import { weightOf } from '../language/weights.ts'
import { type Claim, type Finding, isInterpretation } from './claim.ts'
import { isImplicitNegation } from './contradicted.ts'
import { type SourceClause, saidIn, wordsIn } from './source-clauses.ts'
import {
  namesOtherOfSameKind,
  isConcrete,
  isNoun,
  hasOtherNounInPlace,
  isDrugOrBrand,
  otherColor,
} from './same-kind.ts'

/** Words and names that a statement may use in addition to those of its passages. */
export interface Surroundings {
  /** Words said shortly before and after the passages: what `it` and `she` refer to. */
  near: readonly Word[]
  /** All names in the session, including those of speakers. Lower case. */
  names: ReadonlySet<string>
}

/** General words for a drug. */
const anyDrug = /^(?:medication|medicine|drug|tablet|pill|antidepressant|painkiller|prescription)$/

const isThird = ({ text }: Word) => /^(?:he|she|they|him|her|them|his|hers|their|who)$/.test(text)

/** A drug, person, place or object that the cited words do not contain. */
export function thing(
  claim: Claim,
  source: readonly SourceClause[],
  { near, names }: Surroundings,
  claims: readonly Claim[],
): Finding | null {
  if (isInterpretation(claim)) return null
  const claimWords = claims.flatMap(({ words }) => words)
  const said = wordsIn(saidIn(source))
  const asked = wordsIn(source.filter(({ isContext, isCited }) => isContext && isCited))
  const color = otherColor(claim, said, claimWords)
  if (color) return { reason: `‘${color}’ is not in the cited words.` }
  for (const [at, word] of claim.words.entries()) {
    if (!claim.content.includes(word) || !isNoun(word) || isIndefinite(word) || weightOf(word) < 1) continue
    if (isAdjectival(claim.words, at)) continue
    const support = said.filter((other) => supports(other, word) || abbreviates(other, claim.words, at))
    if (support.length === 0 && asked.some((other) => supports(other, word))) continue
    if (!isImplicitNegation(claim) && isRuledOut(word, support, said))
      return { reason: `It was said not to be ‘${word.text}’.` }
    if (support.length > 0 || isHyphenated(claim.words, at) || word.text.endsWith('ed')) continue
    if (qualifiesGeneric(claim.words, at)) continue
    if (anyDrug.test(word.lemma) && near.some(({ lemma }) => isDrug(lemma))) continue
    const isNear = near.some((other) => isSame(word, other))
    const isMissing = isPersonWord(word)
      ? !source.some(({ words }) => words.some((other) => supports(other, word))) &&
        isAnotherPerson(claim, source, claimWords, word, isNear)
      : names.has(word.text)
        ? !isSpeakerNamed(word, source) && (!speaksOfThird(source) || hasOtherName(claim, claimWords, names))
        : hasOtherNounInPlace(claim, at) ||
          namesOtherOfSameKind(claimWords, word, said, isNear) ||
          (isDrug(word.lemma) && (!isNear || said.some(isDrugOrBrand)))
    if (isMissing) return { reason: `‘${word.text}’ is not in the cited words.` }
  }
  return null
}

/** True for an abbreviation of the words before a position: `pcp` for `primary care physician`. */
function abbreviates({ text }: Word, words: readonly Word[], at: number): boolean {
  const spelled = words.slice(Math.max(0, at - text.length + 1), at + 1)
  return text.length > 1 && spelled.length === text.length && spelled.map((word) => word.text[0]).join('') === text
}

/** True if a noun only qualifies a general noun: `household matters`. */
function qualifiesGeneric(words: readonly Word[], at: number): boolean {
  const head = words[at + 1]
  const word = words[at]
  return (
    word?.pos === 'NOUN' &&
    !isKnownPerson(word) &&
    !isDrug(word.lemma) &&
    head?.pos === 'NOUN' &&
    isEmptyNoun(head.lemma)
  )
}

/** True if a word names a person, as any part of speech: `assistant`. */
const isKnownPerson = ({ text, lemma }: Word) => isPersonWord({ text, lemma })

/** True for an adjective that the tagger labels as a noun: `abdominal pain`, `was abstinent`. */
function isAdjectival(words: readonly Word[], at: number): boolean {
  const word = words[at]
  const [before, after] = [words[at - 1], words[at + 1]]
  if (!word || (word.pos !== 'NOUN' && at > 0) || isKnownPerson(word) || !mayBeAdjective(word)) return false
  const isPredicate = before?.pos === 'PUNCT' || /^(?:be|remain|stay|become|feel)$/.test(before?.lemma ?? '')
  return (after !== undefined && isNoun(after)) || isPredicate
}

/** True if the passages explicitly exclude a thing: `The drops, not the tablets.` */
function isRuledOut(word: Word, support: readonly Word[], said: readonly Word[]): boolean {
  if (word.isNegated || !isConcrete(word) || support.length === 0 || !support.every(({ isNegated }) => isNegated))
    return false
  return support.every((other) => {
    const before = said.slice(Math.max(0, said.indexOf(other) - 3), said.indexOf(other))
    return before.some(({ text }) => text === 'not') && !before.some(({ pos }) => pos === 'VERB' || pos === 'AUX')
  })
}

/** True if the nearest passage is about another person, by name. */
const hasOtherName = ({ nearest }: Claim, own: readonly Word[], names: ReadonlySet<string>) =>
  nearest.some(
    ({ subject }) => subject !== null && names.has(subject.name) && !own.some(({ text }) => text === subject.name),
  )

const isHyphenated = (words: readonly Word[], at: number) => words[at - 1]?.text === '-' || words[at + 1]?.text === '-'

/** True if the passages have a pronoun or a speaker that a name may refer to. */
function speaksOfThird(source: readonly SourceClause[]): boolean {
  return source.some(({ utterance, words }) => utterance.speaker === 'other' || words.some(isThird))
}

/** True if a name is the label of a speaker of the cited passages, or of a question before one. */
const isSpeakerNamed = ({ text }: Word, source: readonly SourceClause[]) =>
  source.some(({ utterance }) => utterance.label.toLowerCase() === text)

/** Words for the clinician of the session. */
const clinicianPattern =
  /^(?:gp|doctor|dr|physician|consultant|nurse|midwife|psychiatrist|psychologist|physiotherapist)$/

/** Words for any person without a name. */
const rolePattern =
  /^(?:colleague|coworker|co-worker|peer|friend|relative|acquaintance|individual|partner|professional)$/
const isSomebody = (word: Word) => word.pos === 'PROPN' || isPersonWord(word) || isThird(word)

/**
 * True if the passages name another person instead of the claim's person, or, unless `isNear`, contain no proper name
 * and no third person.
 */
function isAnotherPerson(
  claim: Claim,
  source: readonly SourceClause[],
  own: readonly Word[],
  person: Word,
  isNear: boolean,
): boolean {
  const cited = saidIn(source)
  if (cited.some(({ utterance }) => utterance.label.toLowerCase() === person.lemma)) return false
  if (clinicianPattern.test(person.lemma) && cited.some((one) => one.person === 'therapist')) return false
  if (
    rolePattern.test(person.lemma) &&
    cited.some(({ person: about, words }) => about === 'third' || words.some(isSomebody))
  )
    return false
  const isMet = (word: Word) => own.some((mine) => supports(word, mine))
  const rivals =
    claim.nearest.length > 0 && isNear
      ? cited.filter(({ utterance }) => claim.nearest.some((one) => one.utterance.id === utterance.id))
      : cited
  const unmet = rivals.some(({ words }) =>
    words.some((word, at) => {
      const next = words[at + 1]
      const isSimile = words[at - 1]?.text === 'a' && /^(?:like|as)$/.test(words[at - 2]?.text ?? '')
      // `Oh Mum, I knew` addresses a person.
      const isAddress = words[at - 1]?.pos === 'INTJ' && next?.pos !== 'VERB'
      if (isSimile || isAddress || !isPersonWord(word) || isIndefinite(word) || isMet(word)) return false
      return !(next?.pos === 'PROPN' && isMet(next))
    }),
  )
  if (unmet) return true
  if (isNear) return false
  return !speaksOfThird(cited) && !wordsIn(cited).some(({ pos }) => pos === 'PROPN')
}
