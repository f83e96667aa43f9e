import type { Evidence } from '#shared/contract/notes.ts'
import { isSameVoice } from '../evidence/voice.ts'
import { answersNo, isQualifiedNo } from '../language/denials.ts'
import { spokenTermsOf, wordsOf } from '../language/words.ts'
import { undertakingIn } from '../language/undertakings.ts'
import { asSentence } from './clean.ts'
import { mentionsRisk } from './cues.ts'
import { resemblesPlan } from './plans/resembles-plan.ts'
import { isQuestion, isReaction, isScale, isUninformative } from './questions.ts'
import { maxWholeAnswerWords, partOf, type Run, runFrom, type Turn, wholeOf } from './turns.ts'

/** A therapist's question and its answer. */
export interface Exchange {
  /** The question without fillers, for rules. */
  asked: string
  question: Evidence[]
  answer: Evidence[]
  /** Number of segments that the answer takes from each turn, by turn index. */
  taken: ReadonlyMap<number, number>
  /**
   * True for answers about risk and to proposals, for ratings, and for a denial that is taken back. They are not
   * shortened further.
   */
  isWhole: boolean
}

/** Maximum words of a rating that is shown completely. */
const maxRatingWords = 60
/** Maximum words of any other answer. */
const maxAnswerWords = 25

/** The exchange whose answer begins with the turn at `at`, or null if it is not worth showing as a pair. */
export function exchangeAt(turns: readonly Turn[], at: number): Exchange | null {
  const turn = turns[at]
  const question = turn && turn.utterance.speaker !== 'therapist' ? questionBefore(turns, at) : null
  const [first] = turn?.segments ?? []
  if (!turn || !question || !first) return null
  const { text } = turn.utterance
  const isRisk = mentionsRisk(question.asked) || (wordsOf(text).length <= 60 && mentionsRisk(text))
  if (isRisk || isQualifiedNo(text)) return wholeExchange(turns, question, runFrom(turns, at))
  if (wordsOf(text).length <= maxAnswerWords && isProposal(question.asked))
    return wholeExchange(turns, question, { own: [at], replies: [] })
  const isRating = isScale(question.asked)
  const opening = partOf(turn.utterance, first).quote
  if (!isRating && !isShortAnswer(question.asked, opening)) return null
  if (isRating) {
    const whole = wholeExchange(turns, question, runFrom(turns, at))
    if (wordsOf(whole.answer.map(({ quote }) => quote).join(' ')).length <= maxRatingWords) return whole
  }
  const count = isRating ? ratingIn(turn) : fittingIn(turn)
  const answer = partOf(turn.utterance, { start: first.start, end: turn.segments[count - 1]?.end ?? first.end })
  return { ...question, answer: [answer], taken: new Map([[at, count]]), isWhole: isRating }
}

/** True for a question with which the therapist proposes something for the time after the session. */
export const isProposal = (question: string): boolean =>
  undertakingIn(question, 'therapist') !== null || resemblesPlan(question, 'therapist')

type Question = Pick<Exchange, 'asked' | 'question'>

const wholeExchange = (turns: readonly Turn[], { asked, question }: Question, { own, replies }: Run): Exchange => ({
  asked,
  question: [...question, ...replies.map((index) => wholeOf(turns[index]))],
  answer: own.map((index) => wholeOf(turns[index])),
  taken: new Map(own.map((index) => [index, turns[index]?.segments.length ?? 0])),
  isWhole: true,
})

const numberPattern = /\d|\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|fifty|hundred|half)\b/i

/** Number of sentences of a long answer up to its last number. */
function ratingIn({ utterance, segments }: Turn): number {
  const at = segments.findLastIndex(
    ({ start, end }) =>
      numberPattern.test(utterance.text.slice(start, end)) &&
      wordsOf(utterance.text.slice(0, end)).length <= maxWholeAnswerWords,
  )
  return Math.max(0, at) + 1
}

/** Number of sentences of an answer that fit into `maxAnswerWords`; at least one. */
function fittingIn({ utterance, segments }: Turn): number {
  const after = segments.findIndex(({ end }) => wordsOf(utterance.text.slice(0, end)).length > maxAnswerWords)
  return after < 0 ? segments.length : Math.max(1, after)
}

/** Maximum words of the therapist after the question: `Any thoughts of suicide? I ask everybody that.` */
const maxAfter = 15
/** Maximum words of another person between a question about risk and its answer. */
const maxBetween = 6
/** Maximum number of turns from a question to its answer. */
const maxTurns = 4

/** Words with which another person passes a question on. */
const passesOn =
  /^\W*(?:(?:well|so|okay|come on|please)\W+)*(?:go (?:on|ahead)|(?:tell|answer|talk to) (?:her|him|them|the)\b)/i
/** Matches questions about a third person, and questions that address another person by name. */
const asksOther =
  /\b(?:he|she|his|him|her|hers)\b|^\W*(?:(?:and|so|okay|what about|how about|you)\W+)*(?:m[ou]m(?:my)?|mother|dad(?:dy)?|father|grandma|grandpa|parents)\b\W*(?:,|\?)|,\s*(?:m[ou]m(?:my)?|mother|dad(?:dy)?|father|grandma|grandpa)\s*\?$/i
const opensAsAnswer =
  /^\W*(?:(?:oh|well|um|uh|actually)\W+)*(?:yes|yeah|yep|sometimes|maybe|i (?:do|did|have|am|was)\b)/i

/**
 * The question that the turn at `at` may answer: the last one of the therapist's turns before it. Another person may have
 * answered a question about risk before, unless it is about someone else.
 */
function questionBefore(turns: readonly Turn[], at: number): Question | null {
  const own = turns[at]?.utterance
  const after: Evidence[] = []
  let isAnsweredByOther = false
  if (!own) return null
  for (let before = at - 1, words = 0; before >= at - maxTurns && words <= maxAfter; before -= 1) {
    const turn = turns[before]
    if (!turn) break
    const { speaker, text } = turn.utterance
    if (speaker === 'therapist') {
      const found = questionIn(turn, maxAfter - words)
      if (found) {
        const isLost = isAnsweredByOther && !isForAll(found.asked, own.text)
        return isLost ? null : { ...found, question: [...found.question, ...after] }
      }
      words += wordsOf(text).length
      if (!isReaction(text)) after.unshift(wholeOf(turn))
    } else if (isSameVoice(own, turn.utterance) || wordsOf(text).length > maxBetween) break
    else isAnsweredByOther ||= wordsOf(text).length > 0 && !passesOn.test(text)
  }
  return null
}

/** True for a question about risk that a second person answers, too. */
const isForAll = (asked: string, answer: string) =>
  mentionsRisk(asked) && (!asksOther.test(asked) || opensAsAnswer.test(answer) || answersNo(answer))

/** The last question of a turn, if at most `maxRest` words follow it. */
function questionIn({ utterance, segments }: Turn, maxRest: number): Question | null {
  const { text } = utterance
  const quotes = segments.map(({ start, end }) => text.slice(start, end))
  const lastQuestion = quotes.findLastIndex(isQuestion)
  const [first, end] = [segments[lastQuestion], segments.at(-1)]
  if (!first || !end || wordsOf(text.slice(first.end, end.end)).length > maxRest) return null
  const start = segments[beginningOf(quotes, lastQuestion)]?.start ?? first.start
  return {
    asked: asking(asSentence(text.slice(start, first.end))),
    question: [partOf(utterance, { start, end: end.end })],
  }
}

/**
 * Index of the first sentence of the question. Includes the sentence before if the question is unclear without it: `And
 * you have been using? How much?`
 */
function beginningOf(quotes: readonly string[], last: number): number {
  const [before, lastQuote] = [quotes[last - 1], quotes[last] ?? '']
  if (before === undefined) return last
  const leans = spokenTermsOf(lastQuote).length < 2 || (isScale(lastQuote) && /\b(?:it|that|this)\b/i.test(lastQuote))
  const isVague = leans && wordsOf(`${before} ${lastQuote}`).length <= 28
  const isDouble = isQuestion(before) && mentionsRisk(before)
  return isVague || isDouble || (isScale(before) && !isScale(lastQuote)) ? last - 1 : last
}

const asking = (text: string) => text.replace(/[.?\s]*$/, '?')

const unsaidPattern =
  /^(?:i )?(?:don't|do not|didn't) know\b|^not sure\b|^i'm not sure\b|^\W*$|^(?:okay|sure|go for it|all right|alright|please|thank you|thanks)\b/i

function isShortAnswer(asked: string, quote: string): boolean {
  const count = wordsOf(quote).length
  const asks = wordsOf(asked).length
  const terms = new Set([...spokenTermsOf(asked), ...spokenTermsOf(quote)])
  const isShort = count > 0 && (count <= 7 || (answersNo(quote) && count <= 12))
  return (
    isShort &&
    asks >= 2 &&
    asks <= 32 &&
    terms.size >= 2 &&
    !isUninformative(asked) &&
    !unsaidPattern.test(asSentence(quote))
  )
}
