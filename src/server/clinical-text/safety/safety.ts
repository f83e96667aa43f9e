import type { SafetyPassage, Section } from '#shared/contract/notes.ts'
import type { Transcript, Utterance } from '#shared/contract/transcripts.ts'
import { isFirmNo } from '../language/denials.ts'
import { answerAfter, asksToRepeat } from './answers.ts'
import { exchangesOf } from './exchange.ts'
import { isDreamt } from './dreams.ts'
import type { Finding, SafetyTopic } from './finding.ts'
import { isInNote } from './in-note.ts'
import { sentencesOf } from './searchable-sentences.ts'
import { asksListener, isQuestion } from './question-form.ts'
import { answeredFinding, isAboutSafety, saysUnsafe } from './questions.ts'
import { hintsAt, type Term } from './safety-terms.ts'
import {
  saysItIsOver,
  isLongAgo,
  isAboutSomeoneElse,
  isOwnAct,
  isReported,
  isHypothetical,
  isImpersonalMention,
  negationOf,
} from './stance.ts'
import { retracts } from './retracts.ts'

interface Mention {
  topic: SafetyTopic
  /** Index of the utterance, and the sentence in it. */
  at: number
  quote: string
  finding: Finding
  /** Indexes of the answer to a therapist's question. */
  answers: readonly number[]
  /** True for a question that was answered neither yes nor no. */
  isOpen: boolean
  /** True for a question that the client asked to repeat. */
  isToRepeat: boolean
  /** True if the client's own sentence denies the topic. */
  isDenial: boolean
  /** True for a question about a plan or means only. */
  isNarrow: boolean
}

/** Maximum passages per topic and finding: a session about drinking would list every sentence. */
const maxPerFinding = 10

/**
 * Passages that must not be overlooked, in the order they were said, one per topic and exchange. `SafetyPassage`
 * defines stated and denied. A therapist's general information is not a passage.
 */
export function findSafety({ utterances }: Transcript, sections: readonly Section[]): SafetyPassage[] {
  const mentions = utterances.flatMap((utterance, at) => mentionsIn(utterance, at, utterances))
  const topics = new Set(mentions.map(({ topic }) => topic))
  const found = [...topics].flatMap((topic) =>
    resolve(
      mentions.filter((mention) => mention.topic === topic),
      utterances,
    ),
  )
  const exchanges = exchangesOf(found, utterances)
  return found
    .map(({ topic, finding, quote, at }, place) => {
      const passage = { topic, finding, quote, utteranceId: utterances[at]?.id ?? '', exchange: exchanges[place] ?? [] }
      return { at, passage: { ...passage, inNote: isInNote(passage, sections) } }
    })
    .toSorted((one, other) => one.at - other.at)
    .map(({ passage }) => passage)
}

/** Marks again which passages the sections mention, e.g. after an edit. */
export function markInNote(passages: readonly SafetyPassage[], sections: readonly Section[]): SafetyPassage[] {
  return passages.map((passage) => ({ ...passage, inNote: isInNote(passage, sections) }))
}

function mentionsIn(utterance: Utterance, at: number, utterances: readonly Utterance[]): Mention[] {
  const before = utterances[at - 1]
  const question = before?.speaker === 'therapist' ? before.text : ''
  return sentencesOf(utterance, before).flatMap(({ sentence, quote, end, terms }) => {
    const isAsking = utterance.speaker === 'therapist' || (utterance.speaker === 'unknown' && isQuestion(sentence))
    return terms.flatMap((term) => {
      const mention = isAsking
        ? askedMention(sentence, term, utterance.text, end, at, utterances)
        : saidMention(sentence, term, utterance, end, question)
      return mention ? [{ topic: term.topic, at, quote, ...mention }] : []
    })
  })
}

type Assessment = Pick<Mention, 'finding' | 'answers' | 'isOpen' | 'isDenial' | 'isToRepeat' | 'isNarrow'>

function askedMention(
  sentence: string,
  term: Term,
  turn: string,
  end: number,
  at: number,
  utterances: readonly Utterance[],
): Assessment | null {
  const answer = answerAfter(at, utterances)
  const found = answeredFinding({ sentence, term, turn, rest: turn.slice(end), answer })
  return found && { ...found, answers: answer.at, isDenial: false, isToRepeat: asksToRepeat(answer) }
}

/** A client who asks what the therapist means has not answered yet. */
const asksBack =
  /^(?:\W*(?:so|well|uh|um|and|wait|oh)[\s,]+)*(?:are you (?:asking|saying|talking about)|do you mean|you mean|do you think(?! (?:i should|i could|i ought|it['’]s|that['’]s|he|she|they|my|we)\b)|why do you ask|what do you (?:mean|call|count))\b.*\?\s*$|^\W*(?:define|depends (?:on )?what you)\b/i

/** Matches the rest of `Do you ever think about suicide? Because I do.` */
const answersItself = /^\W*(?:\w+\W+)?i (?:do|have|am|did)\b(?! not|n['’]?t)/i

function saidMention(
  sentence: string,
  term: Term,
  { speaker, text }: Utterance,
  end: number,
  question: string,
): Assessment | null {
  if (asksBack.test(sentence) || (speaker === 'client' && isOwnAct(sentence, term))) return null
  if (isAboutSafety(sentence, term)) {
    if (saysUnsafe(sentence, term)) return assessed(speaker === 'other' ? 'unclear' : 'stated')
    return term.topic === 'suicide' && isQuestion(sentence) ? assessed('unclear') : null
  }
  const negation = negationOf(sentence, term)
  const isPlain =
    speaker !== 'other' &&
    negation === null &&
    term.clarity !== 'vague' &&
    !isAboutSomeoneElse(sentence, term) &&
    !isLongAgo(sentence) &&
    !saysItIsOver(text.slice(end)) &&
    !isDreamt(sentence, term, question) &&
    !isImpersonalMention(sentence, term) &&
    !(asksListener(sentence) && !answersItself.test(text.slice(end))) &&
    !isReported(sentence, term) &&
    !isHypothetical(sentence, term)
  const affirmed = term.clarity === 'use' ? 'use mentioned' : 'stated'
  return assessed(isPlain ? affirmed : 'unclear', negation === 'denied' && speaker !== 'other')
}

const assessed = (finding: Finding, isDenial = false): Assessment => ({
  finding,
  answers: [],
  isOpen: false,
  isDenial,
  isNarrow: false,
  isToRepeat: false,
})

const isAfter = (at: number, asked: readonly Mention[]) =>
  asked.some(({ answers }) => Math.max(...answers) < at && answers.length > 0)

/** Number of turns after a question in which a hint may refer to it. */
const maxHintDistance = 12
const isSoonAfter = (at: number, asked: readonly Mention[], turns = maxHintDistance) =>
  asked.some((mention) => mention.answers.length > 0 && at > mention.at && at <= mention.at + turns)

const weight: Readonly<Record<Finding, number>> = { denied: 0, 'use mentioned': 1, unclear: 2, stated: 3 }

/** A denied plan denies the topic only if the client also denies thoughts. */
function withoutNarrowDenials(mentions: readonly Mention[]): readonly Mention[] {
  if (mentions.some(({ finding, isNarrow }) => finding === 'denied' && !isNarrow)) return mentions
  return mentions.map((mention) =>
    mention.finding === 'denied' ? { ...mention, finding: 'unclear' as const } : mention,
  )
}

/** The mentions of one topic, one per exchange, each with its finding at the end of the session. */
function resolve(all: readonly Mention[], utterances: readonly Utterance[]): Mention[] {
  const mentions = withoutNarrowDenials(all)
  const questions = mentions.filter(({ answers, isToRepeat }) => answers.length > 0 && !isToRepeat)
  const isPartOfDenial = ({ at, isDenial }: Mention) =>
    isDenial && questions.some(({ finding, answers }) => finding === 'denied' && answers.includes(at))
  const merged: Mention[] = []
  for (const mention of mentions) {
    if (isPartOfDenial(mention) || (mention.isToRepeat && questions.some(({ at }) => at > mention.at))) continue
    const same = merged.findIndex(({ at, answers }) => at === mention.at || answers.includes(mention.at))
    const other = merged[same]
    if (!other) merged.push(mention)
    else if (isClearer(mention, other)) merged.splice(same, 1, mention)
  }
  const isReopened =
    merged.some(({ finding }) => finding !== 'denied') ||
    utterances.some(({ speaker, text }, at) => speaker !== 'therapist' && isAfter(at, merged) && retracts(text)) ||
    utterances.some((_, at) => asksForMeans(at, merged, utterances)) ||
    utterances.some(
      ({ speaker, text }, at) =>
        speaker !== 'therapist' && mentions[0] && hintsAt(mentions[0].topic, text, isSoonAfter(at, merged)),
    )
  const settled = isReopened
    ? merged.map((mention) => (mention.finding === 'denied' ? { ...mention, finding: 'unclear' as const } : mention))
    : merged
  return settled.filter(
    (mention, place) =>
      settled.slice(0, place).filter(({ finding }) => finding === mention.finding).length < maxPerFinding,
  )
}

/** Number of turns after a question in which the therapist may ask about means: the next two questions. */
const maxMeansDistance = 4

/** Matches a question about prescribed medicine, not about means: `Are you taking the tablets every day?` */
const asksAboutTreatment =
  /\b(?:are you (?:still )?taking|do you (?:still )?take|have you been taking|help(?:s|ing)?|working|side effects?)\b/i

/** True if a therapist asks about means soon after a denial, and the answer is not a firm no: `In the closet, yeah.` */
function asksForMeans(at: number, denied: readonly Mention[], utterances: readonly Utterance[]): boolean {
  const [utterance, topic] = [utterances[at], denied[0]?.topic]
  if (utterance?.speaker !== 'therapist' || !topic || !isSoonAfter(at, denied, maxMeansDistance)) return false
  const { text } = utterance
  if (denied.some((mention) => mention.at === at) || !isQuestion(text)) return false
  if (!hintsAt(topic, text, false) || asksAboutTreatment.test(text)) return false
  const answer = answerAfter(at, utterances).text
  return answer !== '' && !isFirmNo(answer, text)
}

/** The client's own words are clearer than an open answer. */
function isClearer(mention: Mention, other: Mention): boolean {
  if (other.isOpen && mention.answers.length === 0) return true
  const gain = weight[mention.finding] - weight[other.finding]
  return gain > 0 || (gain === 0 && other.answers.includes(mention.at))
}
