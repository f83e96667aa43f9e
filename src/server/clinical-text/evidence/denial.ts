import type { Transcript } from '#shared/contract/transcripts.ts'
import { saysNo, type Word } from '../language/clauses.ts'
import {
  denialsIn,
  isFirmRefusal,
  isGrave,
  isLimitedRefusal,
  isRefusal,
  isRenewedRefusal,
  isVoiced,
} from '../language/denials.ts'
import { isSaidFor } from '../language/clinical-terms.ts'
import { isEmptyNoun } from '../language/generic-nouns.ts'
import { isSame } from '../language/meanings.ts'
import { isOver } from '../language/tense.ts'
import type { SafetyTopic } from '../safety/finding.ts'
import { termsIn } from '../safety/safety-terms.ts'
import { weightOf } from '../language/weights.ts'
import { isWell } from './all-clear.ts'
import { type Claim, type Finding, isPerson } from './claim.ts'
import type { Heard } from './heard.ts'
import type { Standing } from './quotes.ts'

const reason = 'Nobody denied this in the session.'

const topicsOf = (text: string): SafetyTopic[] => termsIn(text).map(({ topic }) => topic)

/** Topics of risk that a cited question asks about, and that are denied as firmly, or with the same limit, as a note denies them. */
export function topicsAnsweredWithNo(
  text: string,
  standing: readonly Standing[],
  { utterances }: Transcript,
): ReadonlySet<SafetyTopic> {
  const isLimited = limitOf(text) === 'limited'
  const isNo = (answer: string, question: string) =>
    isFirmRefusal(answer, question) || isRenewedRefusal(answer) || (isLimited && isLimitedRefusal(answer))
  return new Set(
    standing.flatMap(({ at, utterance }) => {
      const answer = utterances[at + 1]
      const isAsked = utterance.text.includes('?') && answer !== undefined && answer.label !== utterance.label
      return isAsked && isNo(answer.text, utterance.text) ? topicsOf(utterance.text) : []
    }),
  )
}

/** Limits of a denial, in the note and in the answer: `denies current …`, `No thoughts since August`. */
const limited =
  /\b(?:current(?:ly)?|now|present(?:ly)?|at the moment|since|recent(?:ly)?|for (?:\w+ ){1,3}(?:weeks?|months?|years?))\b/i

const limitOf = (text: string) => (limited.test(text) ? 'limited' : 'firm')

/** A denial of risk that no unqualified no voices, in the cited passages and their neighbours. */
export function graveDenial(text: string, standing: readonly Standing[], transcript: Transcript): Finding | null {
  const denials = denialsIn(text).filter(isGrave)
  const near = transcript.utterances.filter((_, index) => standing.some(({ at }) => Math.abs(at - index) <= 1))
  const heard = standing.length > 0 ? near : transcript.utterances
  const limit = limitOf(text)
  const unvoiced = denials.filter((terms) => !isVoiced(terms, heard, limit))
  if (unvoiced.length === 0) return null
  const answered = topicsAnsweredWithNo(text, standing, transcript)
  const topics = topicsOf(text)
  const isAnswered = topics.length > 0 && topics.every((topic) => answered.has(topic))
  return isAnswered ? null : { reason }
}

/** Negations of charting, unlike those of a narrative: `denies`, `reports no`, `No …`. */
const charted =
  /\b(?:den(?:y|ies|ied|ying)|negative for|absence of|free of|(?:presents?|presented|is|was|remains?|remained) without|without any|never (?:had|been|used|taken|tried|experienced)|(?:reports?|reported|states?|has|had|have|with|is|are|there (?:is|are|was|were)) no|^\W*no)\b/i

/** `slept without her partner`: how something happened, not a finding. */
const isWithoutStory = (text: string) => /\b(?:without|instead of|rather than)\b/.test(text)

/** `so that it would not preoccupy her`, `the tour cannot take place`: a consequence, not a report. */
const isConsequence = (text: string) => /\b(?:would|could|can) not\b|\bcannot\b/.test(text)

/** `I'd have liked to know`: what was not so. */
const unmet = /\b(?:would|should|could|['’]d)(?:['’]ve| have)\b|\bi wish\b/i

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

/** Whether an item is about topics of risk that were denied, and no others. */
function isOnTopic(item: readonly Word[], answered: ReadonlySet<SafetyTopic>): boolean {
  const topics = topicsOf(item.map(({ text }) => text).join(' '))
  return topics.length > 0 && topics.every((topic) => answered.has(topic))
}

/** A denial without a no in the passages. */
export function denial(claim: Claim, heard: readonly Heard[], answered: ReadonlySet<SafetyTopic>): Finding | null {
  const items = deniedIn(claim).filter((item) => !isOnTopic(item, answered))
  if (items.length === 0 || claim.isConditional) return null
  const cited = heard.filter(
    (clause) =>
      saysNo(clause) ||
      isOver(clause.sentence) ||
      unmet.test(clause.sentence) ||
      clause.words.some(({ isNegated }) => isNegated),
  )
  // What was asked belongs to the no that answers it.
  const answers = new Set(
    cited
      .filter(({ isContext, utterance }) => !isContext && !isRefusal(utterance.text))
      .map(({ utterance }) => utterance.id),
  )
  const negative = [...cited, ...heard.filter(({ answerId }) => answerId !== null && answers.has(answerId))]
  const text = claim.words.map((word) => word.text).join(' ')
  if (!charted.test(text))
    return negative.length > 0 || heard.some(isWell) || isWithoutStory(text) || isConsequence(text) ? null : { reason }
  const isVoicedWord = (word: Word) =>
    negative.some(({ words }) => words.some((other) => isSame(word, other) || isSaidFor(word.lemma, other.lemma)))
  const isOpen = items.some((item) => {
    const specific = item.filter(({ lemma }) => !isEmptyNoun(lemma))
    return !(specific.length > 0 ? specific : item).some(isVoicedWord)
  })
  return isOpen ? { reason } : null
}
