import type { Transcript, Utterance } from '#shared/contract/transcripts.ts'
import { doubtsOf } from '../language/certainty.ts'
import type { Word } from '../language/clauses.ts'
import { fieldOf } from '../language/dictionary.ts'
import type { Cast } from '../language/persons.ts'
import { isOver, month, tenseOf } from '../language/tense.ts'
import { weightOf } from '../language/weights.ts'
import { type Claim, type Finding, mainPredicateOf } from './claim.ts'
import type { LocatedQuote } from './quotes.ts'
import { clausesOfTurn, type SourceClause } from './source-clauses.ts'

/** The turns of the client after the last cited passage. */
export function laterTurns(located: readonly LocatedQuote[], { utterances }: Transcript): Utterance[] {
  const last = Math.max(...located.map(({ at }) => at))
  return utterances.slice(last + 1).filter(({ speaker }) => speaker === 'client')
}

const known = new WeakMap<Utterance, readonly SourceClause[]>()

function clausesIn(turn: Utterance, isName: Cast['isName']): readonly SourceClause[] {
  const clauses = known.get(turn) ?? clausesOfTurn(turn, isName)
  known.set(turn, clauses)
  return clauses
}

/** Number of letters that most forms of a word have in common at the beginning. */
const stemLength = 4

/** True if a turn may contain all words. Few turns do, so most are not parsed. */
const mayName = ({ text }: Utterance, words: readonly Word[]) =>
  words.every(({ lemma }) => text.toLowerCase().includes(lemma.slice(0, stemLength)))

/** Numbers, days and months: what a correction replaces. */
const figurePattern = new RegExp(`^(?:\\d[\\d.]*|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|${month})$`)
const isFigure = ({ text, pos }: Word) => (pos === 'NUM' && text !== 'one') || figurePattern.test(text)

/** WordNet's lexicographer file of nouns for times. */
const times = 28

/** The subject matter of a clause: its nouns, verbs and adjectives of full weight, without times. */
const subjectsOf = (words: readonly Word[]) =>
  words.filter(
    (word) =>
      weightOf(word) === 1 &&
      /^(?:NOUN|PROPN|VERB|ADJ)$/.test(word.pos) &&
      !isFigure(word) &&
      fieldOf(word) !== times &&
      word.text !== 'sorry',
  )

/** The words from `I` on, without an introduction such as `to be honest`. */
const fromSubject = (words: readonly Word[]) =>
  words.slice(
    Math.max(
      0,
      words.findIndex(({ text }) => text === 'i'),
    ),
  )

const isOneOf = (word: Word, others: readonly Word[]) => others.some(({ lemma }) => lemma === word.lemma)

/** True for `Last year I didn't sing`, false for `I don't sing any more`. */
const isPast = ({ sentence }: SourceClause) => isOver(sentence) && !/\b(?:any ?more|no longer)\b/.test(sentence)

/** True if both clauses have the same verb, once negated and once not. */
function isOpposite(claim: Claim, one: SourceClause): boolean {
  const [main] = mainPredicateOf(claim.words)
  const verb = one.words.find(({ lemma, pos }) => lemma === main?.lemma && pos === main.pos)
  const days = one.words.filter(isFigure)
  return (
    main !== undefined &&
    verb !== undefined &&
    verb.isNegated !== main.isNegated &&
    (!claim.words.some(isFigure) || days.every((day) => isOneOf(day, claim.words)))
  )
}

/** Words that announce a correction. */
const correctingPattern =
  /\b(?:actually|i said|i told you|no,? wait|wait,? no|i meant|sorry|to be honest|wasn['’]t honest)\b/i

/** True if a clause corrects the claim's number, day or month: `No, wait. I left in May.` */
function isOtherFigure(claim: Claim, one: SourceClause): boolean {
  const claimed = claim.words.filter(isFigure)
  const said = one.words.filter(isFigure)
  const isCorrected = claimed.length > 0 && said.length > 0 && !claimed.some((word) => isOneOf(word, said))
  return isCorrected && correctingPattern.test(one.utterance.text)
}

/**
 * A finding if the client later says the opposite or another number about the same thing, in the same words: `I haven't
 * taken my tablets` after `I take my tablets`. Every word must agree, because a session contains many sentences that
 * differ in one word.
 */
export function retractedLater(claim: Claim, later: readonly Utterance[], isName: Cast['isName']): Finding | null {
  const about = subjectsOf(claim.content)
  if (claim.person !== 'client' || claim.isConditional || about.length === 0) return null
  const tense = tenseOf(claim.words)
  const isSameMatter = ({ words }: SourceClause) =>
    about.every((word) => isOneOf(word, words)) &&
    subjectsOf(fromSubject(words)).every((word) => isOneOf(word, claim.words))
  // Verbs change their stem: `spoke`, `speak`.
  const steady = about.filter(({ pos }) => pos !== 'VERB')
  const against = later
    .filter((turn) => mayName(turn, steady.length > 0 ? steady : about))
    .flatMap((turn) => clausesIn(turn, isName))
    .filter(({ person, isQuestion, isConditional }) => person === 'client' && !isQuestion && !isConditional)
    .filter((one) => tenseOf(one.words) === tense && doubtsOf(one).size === 0 && isSameMatter(one))
    .find((one) => (isOpposite(claim, one) && !isPast(one)) || isOtherFigure(claim, one))
  return against ? { reason: 'The client took this back later in the session.', against } : null
}
