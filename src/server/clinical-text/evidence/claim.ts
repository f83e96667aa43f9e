import type { Clause, Word } from '../language/clauses.ts'
import { clausesOf } from '../language/clauses.ts'
import { isSame } from '../language/meanings.ts'
import { oppositesOf } from '../language/opposites.ts'
import { type Cast, isPersonWord, type Subject, subjectOf } from '../language/persons.ts'
import { weightOf } from '../language/weights.ts'
import { type SourceClause, type Person, saidIn } from './source-clauses.ts'

/** A clause of a statement, with its subject and the nearest clauses of the passages. */
export interface Claim extends Clause {
  /** Index of the clause in the statement, from 0. */
  at: number
  subject: Subject | null
  person: Person
  /** Words that the passages must contain, without the client's name and charting words. */
  content: readonly Word[]
  /** The clauses of the passages that share most words with the claim; empty if none shares enough. */
  nearest: readonly SourceClause[]
}

/** Why a statement needs the clinician's attention. */
export interface Finding {
  reason: string
  /** The clause that contradicts the statement. */
  against?: SourceClause
}

/** The people in a whole statement. */
interface StatementPeople {
  /** True if a clause about another person follows a clause about the client. */
  isMixed: boolean
  /** True if the statement contains `he` or `she`, so `they` means other people. */
  isTheyOthers: boolean
  /** `he` or `she` if the statement begins with it, else empty. The other pronoun then means another person. */
  openingPronoun: string
}

const clientWord = /^(?:client|patient)$/
const therapistWord = /^(?:therapist|clinician|counsellor|counselor|provider)$/

function personOf(
  subject: Subject | null,
  previous: Person,
  { isMixed, isTheyOthers, openingPronoun }: StatementPeople,
): Person {
  if (subject === null) return isMixed && previous !== 'client' ? 'unknown' : previous
  if (subject.who === 'self') return 'client'
  if (therapistWord.test(subject.name)) return 'therapist'
  if (subject.name === 'they' && isTheyOthers) return 'unknown'
  if (openingPronoun !== '' && /^(?:he|she)$/.test(subject.name) && subject.name !== openingPronoun) return 'third'
  if (/^(?:he|she|they)$/.test(subject.name))
    return previous === 'third' || previous === 'therapist' ? 'unknown' : 'client'
  return subject.who === 'third' ? 'third' : 'thing'
}

/** The words of a clause, separated by spaces. */
export const textOf = ({ words }: Pick<Clause, 'words'>): string => words.map(({ text }) => text).join(' ')

/** The sentences that contain the nearest clauses of a claim. */
export const nearestSentences = ({ nearest }: Claim): ReadonlySet<string> =>
  new Set(nearest.map(({ sentence }) => sentence))

export function overlap(content: readonly Word[], source: Clause): number {
  return content
    .filter((word) => source.words.some((said) => isSame(word, said)))
    .reduce((sum, word) => sum + weightOf(word), 0)
}

/** The verbs and adjectives of the predicate, up to the first object. */
function predicateOf(words: readonly Word[]): readonly Word[] {
  const from = words.findIndex(
    ({ pos, lemma }, at) =>
      (pos === 'VERB' || (pos === 'AUX' && !/^(?:will|would|can|could|may|might|should)$/.test(lemma))) &&
      words[at - 1]?.text !== 'to',
  )
  if (from < 0) return []
  const rest = words.slice(from)
  const end = rest.findIndex(({ pos }) => /^(?:NOUN|PROPN|DET|PRON|ADP|PUNCT)$/.test(pos))
  return (end < 0 ? rest : rest.slice(0, Math.max(end, 1))).filter(({ pos }) => /^(?:VERB|ADJ|AUX)$/.test(pos))
}

/** True if a clause contains the verb or adjective of a claim; `be` and `have` alone do not count. */
export function sharesVerb({ words }: Clause, source: Clause): boolean {
  return mainPredicateOf(words).some((word) => source.words.some((other) => other.pos !== 'ADP' && isSame(word, other)))
}

/** The words of the predicate that name an event or state. */
export function mainPredicateOf(words: readonly Word[]): readonly Word[] {
  const predicate = predicateOf(words)
  const full = predicate.filter((word) => weightOf(word) === 1)
  return full.length > 0 ? full : predicate.filter(({ lemma }) => !/^(?:be|have|do)$/.test(lemma))
}

/** Like `sharesVerb`. For a claim with only `be` or `have`: true if a clause contains one of its nouns. */
export function sharesPredicate(claim: Clause, source: Clause): boolean {
  if (mainPredicateOf(claim.words).length > 0) return sharesVerb(claim, source)
  const nouns = claim.words.filter((word) => word.pos === 'NOUN' && weightOf(word) === 1)
  return nouns.some((word) => source.words.some((other) => isSame(word, other)))
}

/** The clauses that share most words with a claim. If only questions do, their answers. */
function nearestOf(clause: Clause, content: readonly Word[], source: readonly SourceClause[]): SourceClause[] {
  const scored = source.map((one) => ({ one, score: overlap(content, one) + (sharesPredicate(clause, one) ? 0.5 : 0) }))
  const best = Math.max(0, ...scored.map(({ score }) => score))
  if (best < 0.5) return []
  const nearest = scored.filter(({ score }) => score >= best).map(({ one }) => one)
  const answers = new Set(nearest.map(({ answerId }) => answerId))
  const said = saidIn(nearest)
  return said.length > 0 ? said : source.filter(({ utterance, isContext }) => !isContext && answers.has(utterance.id))
}

const isClient = ({ lemma, text }: Word) => clientWord.test(lemma) || clientWord.test(text)

/**
 * True if a clause may be about a person whom the previous clause names: `who works mornings` after `his cousin`, or
 * `until he slept` after `sat with his cousin`.
 */
function isAboutNamed(clause: Clause, before: Clause | undefined, pronoun: string, isName: Cast['isName']): boolean {
  if (before?.sentence !== clause.sentence) return false
  const first = clause.words.find(({ pos }) => pos !== 'PUNCT')?.text ?? ''
  const nouns = before.words.filter((word) => /^(?:NOUN|PROPN)$/.test(word.pos) && !isClient(word))
  const isOther = (word: Word | undefined) => word !== undefined && (isPersonWord(word) || isName(word))
  return /^(?:who|whom)$/.test(first) ? isOther(nouns.at(-1)) : /^(?:he|she)$/.test(pronoun) && nouns.some(isOther)
}

/** The clauses of a statement that calls the client `Client`. */
export function claimsOf(text: string, source: readonly SourceClause[], isName: Cast['isName']): Claim[] {
  let previous: Person = 'client'
  let isMixed = false
  let isThing = false
  const isTheyOthers = /\b(?:he|she|his|her|him)\b/i.test(text)
  const openingPronoun = /^\W*(he|she)\b/i.exec(text)?.[1]?.toLowerCase() ?? ''
  return clausesOf(text).map((clause, at, clauses) => {
    const subject = subjectOf(clause, { isSelf: isClient, isName })
    const isNamed = subject !== null || at > 0 || /^(?:VERB|ADJ|PROPN)$/.test(clause.words[0]?.pos ?? '')
    const isLikened = subject === null && clause.words[0]?.text === 'as'
    const isOfThing = subject === null && isThing
    const person =
      isLikened || isAboutNamed(clause, clauses[at - 1], subject?.name ?? '', isName)
        ? 'unknown'
        : isNamed && !isOfThing
          ? personOf(subject, previous, { isMixed, isTheyOthers, openingPronoun })
          : 'thing'
    isThing = person === 'thing'
    if (person === 'third' && previous === 'client' && at > 0) isMixed = true
    if (person !== 'thing' && person !== 'unknown') previous = person
    const content = clause.words.filter((word) => weightOf(word) > 0 && !isClient(word))
    return {
      ...clause,
      at,
      subject,
      person,
      content,
      nearest: nearestOf(
        clause,
        content.filter((word) => oppositesOf(word.text) === undefined),
        source,
      ),
    }
  })
}

const interpretingPattern =
  /^(?:highlight|reframe|contrast|validate|normalize|normalise|explore|reflect|interpret|draw|acknowledge|summarize|summarise|empathize|empathise|affirm|clarify|link)$/

/** True for an interpretation by the therapist, which uses the therapist's own words. */
export const isInterpretation = ({ person, words }: Claim) =>
  person === 'therapist' && words.some(({ lemma }) => interpretingPattern.test(lemma))

export const isPerson = (word: Word) => isPersonWord(word)

/** True for what the therapist did, or said of someone: `the therapist suggested that …`. */
export const isOfTherapist = ({ person, frames }: Claim) =>
  person === 'therapist' || frames.some(({ lemma }) => therapistWord.test(lemma))
