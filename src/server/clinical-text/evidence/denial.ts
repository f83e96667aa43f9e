import type { Transcript } from '#shared/contract/transcripts.ts'
import { saysNo, type Word } from '../language/clauses.ts'
import {
  denialsIn,
  isFirmNo,
  isAboutRisk,
  isLimitedNo,
  answersNo,
  isRepeatedNo,
  isDenialStated,
} from '../language/denials.ts'
import { isSaidFor } from '../language/clinical-terms.ts'
import { isEmptyNoun } from '../language/generic-nouns.ts'
import { isSame } from '../language/meanings.ts'
import { isOver, tenseOf } from '../language/tense.ts'
import type { SafetyTopic } from '../safety/finding.ts'
import { termsIn } from '../safety/safety-terms.ts'
import { weightOf } from '../language/weights.ts'
import { saysFine } from './problem-said-to-be-fine.ts'
import { type Claim, type Finding, isPerson, textOf } from './claim.ts'
import type { SourceClause } from './source-clauses.ts'
import type { LocatedQuote } from './quotes.ts'

const reason = 'This was not denied in the session.'

const topicsOf = (text: string): SafetyTopic[] => termsIn(text).map(({ topic }) => topic)

/**
 * The risk topics of cited questions that were answered with an unqualified no. If the denial in the note has a limit
 * such as `currently`, the answer may also have a limit.
 */
export function topicsAnsweredWithNo(
  text: string,
  located: readonly LocatedQuote[],
  { utterances }: Transcript,
): ReadonlySet<SafetyTopic> {
  const isLimited = limitOf(text) === 'limited'
  const isNegativeAnswer = (answer: string, question: string) =>
    isFirmNo(answer, question) || isRepeatedNo(answer) || (isLimited && isLimitedNo(answer))
  return new Set(
    located.flatMap(({ at, utterance }) => {
      const answer = utterances[at + 1]
      const isAsked = utterance.text.includes('?') && answer !== undefined && answer.label !== utterance.label
      return isAsked && isNegativeAnswer(answer.text, utterance.text) ? topicsOf(utterance.text) : []
    }),
  )
}

/** Limits of a denial, in the note and in the answer: `denies current …`, `No thoughts since August`. */
const limitedPattern =
  /\b(?:current(?:ly)?|now|present(?:ly)?|at the moment|since|recent(?:ly)?|for (?:\w+ ){1,3}(?:weeks?|months?|years?))\b/i

const limitOf = (text: string) => (limitedPattern.test(text) ? 'limited' : 'firm')

/** Flags a denial of risk that neither the cited turns nor the turns beside them support. */
export function riskDenial(text: string, located: readonly LocatedQuote[], transcript: Transcript): Finding | null {
  const denials = denialsIn(text).filter(isAboutRisk)
  const near = transcript.utterances.filter((_, index) => located.some(({ at }) => Math.abs(at - index) <= 1))
  const source = located.length > 0 ? near : transcript.utterances
  const limit = limitOf(text)
  const unstated = denials.filter((terms) => !isDenialStated(terms, source, limit))
  if (unstated.length === 0) return null
  const answered = topicsAnsweredWithNo(text, located, transcript)
  const topics = topicsOf(text)
  const isAnswered = topics.length > 0 && topics.every((topic) => answered.has(topic))
  return isAnswered ? null : { reason }
}

/** Negations of findings, as clinicians chart them: `denies`, `reports no`, `No …`. */
const chartedPattern =
  /\b(?:den(?:y|ies|ied|ying)|negative for|absence of|free of|(?:presents?|presented|is|was|remains?|remained) without|without any|never (?:had|been|used|taken|tried|experienced)|(?:reports?|reported|states?|has|had|have|with|is|are|there (?:is|are|was|were)) no|^\W*no)\b/i

/** True for a manner, which is not a finding: `slept without her partner`. */
const isManner = (text: string) => /\b(?:without|instead of|rather than)\b/.test(text)

/** True for a consequence, not a report: `so that it would not preoccupy her`, `the tour cannot take place`. */
const isConsequence = (text: string) => /\b(?:would|could|can) not\b|\bcannot\b/.test(text)

/** Matches unfulfilled wishes: `I'd have liked to know` implies that the client did not know. */
const unmetPattern = /\b(?:would|should|could|['’]d)(?:['’]ve| have)\b|\bi wish\b/i

/** The items that a claim denies: `falls or fainting` are two. */
function deniedIn(claim: Claim): Word[][] {
  const items: Word[][] = [[]]
  for (const word of claim.words) {
    if (/^(?:or|nor|and|,)$/.test(word.text)) items.push([])
    else if (word.isNegated && weightOf(word) === 1 && claim.content.includes(word) && !isPerson(word))
      items.at(-1)?.push(word)
  }
  return items.filter((item) => item.length > 0)
}

/** True if an item concerns only topics of risk that were denied. */
function isOnTopic(item: readonly Word[], answered: ReadonlySet<SafetyTopic>): boolean {
  const topics = topicsOf(item.map(({ text }) => text).join(' '))
  return topics.length > 0 && topics.every((topic) => answered.has(topic))
}

/** True for an intention, such as `I'll ring them` or `I keep meaning to`: the act has not happened. */
const isIntended = ({ words, isContext, sentence }: SourceClause) =>
  !isContext && (tenseOf(words) === 'future' || /\b(?:meaning to|going to|supposed to|ought to)\b/i.test(sentence))

/** Flags a denial that no negation in the passages supports. */
export function denial(
  claim: Claim,
  source: readonly SourceClause[],
  answered: ReadonlySet<SafetyTopic>,
): Finding | null {
  const items = deniedIn(claim).filter((item) => !isOnTopic(item, answered))
  if (items.length === 0 || claim.isConditional) return null
  const cited = source.filter(
    (clause) =>
      saysNo(clause) ||
      isOver(clause.sentence) ||
      unmetPattern.test(clause.sentence) ||
      clause.words.some(({ isNegated }) => isNegated),
  )
  // A question that was answered with no also supports a denial.
  const answers = new Set(
    cited
      .filter(({ isContext, utterance }) => !isContext && !answersNo(utterance.text))
      .map(({ utterance }) => utterance.id),
  )
  const negative = [...cited, ...source.filter(({ answerId }) => answerId !== null && answers.has(answerId))]
  const text = textOf(claim)
  if (/\byet\b/.test(text) && source.some(isIntended)) return null
  if (!chartedPattern.test(text))
    return negative.length > 0 || source.some(saysFine) || isManner(text) || isConsequence(text) ? null : { reason }
  const isVoicedWord = (word: Word) =>
    negative.some(({ words }) => words.some((other) => isSame(word, other) || isSaidFor(word.lemma, other.lemma)))
  const isOpen = items.some((item) => {
    const specific = item.filter(({ lemma }) => !isEmptyNoun(lemma))
    return !(specific.length > 0 ? specific : item).some(isVoicedWord)
  })
  return isOpen ? { reason } : null
}
