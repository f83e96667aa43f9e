import type { Evidence } from '#shared/contract/notes.ts'
import type { Utterance } from '#shared/contract/transcripts.ts'
import type { Span } from '#shared/rules/sentences.ts'
import { isQualifiedNo, answersNo } from '../language/denials.ts'
import { spokenTermsOf, wordsOf } from '../language/words.ts'
import { undertakingIn } from '../language/undertakings.ts'
import { asSentence } from './clean.ts'
import { mentionsRisk } from './cues.ts'
import { resemblesPlan } from './plans/resembles-plan.ts'
import { isQuestion, isReaction, isScale, isUninformative } from './questions.ts'
import type { Segment } from './segments.ts'

/** An utterance and its sentences. */
export interface Turn {
  utterance: Utterance
  segments: readonly Segment[]
}

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

/** Number of words of an answer about risk, or of a rating, after which later turns are ignored. */
const maxWholeAnswerWords = 90
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
  if (isRisk || isQualifiedNo(text)) {
    return { ...question, ...completeAnswer(turns, runFrom(turns, at)), isWhole: true }
  }
  if (wordsOf(text).length <= maxAnswerWords && isProposal(question.asked))
    return { ...question, ...completeAnswer(turns, [at]), isWhole: true }
  const isRating = isScale(question.asked)
  const opening = partOf(turn.utterance, first).quote
  if (!isRating && !isShortAnswer(question.asked, opening)) return null
  const run = isRating ? runFrom(turns, at) : [at]
  const answers = run.flatMap((index) => turns[index] ?? [])
  const isLong = wordsOf(answers.map(({ utterance }) => utterance.text).join(' ')).length > maxRatingWords
  if (isRating && !isLong) return { ...question, ...completeAnswer(turns, run), isWhole: true }
  const count = isRating ? ratingIn(turn) : fittingIn(turn)
  const answer = partOf(turn.utterance, { start: first.start, end: turn.segments[count - 1]?.end ?? first.end })
  return { ...question, answer: [answer], taken: new Map([[at, count]]), isWhole: isRating }
}

/** True for a question with which the therapist proposes something for the time after the session. */
export const isProposal = (question: string): boolean =>
  undertakingIn(question, 'therapist') !== null || resemblesPlan(question, 'therapist')

const completeAnswer = (turns: readonly Turn[], run: readonly number[]): Pick<Exchange, 'answer' | 'taken'> => ({
  answer: run.map((index) => wholeOf(turns[index])),
  taken: new Map(run.map((index) => [index, turns[index]?.segments.length ?? 0])),
})

export function partOf({ id, text }: Utterance, { start, end }: Span): Evidence {
  return { utteranceId: id, quote: text.slice(start, end) }
}

const wholeOf = (turn: Turn | undefined): Evidence => ({
  utteranceId: turn?.utterance.id ?? '',
  quote: turn?.utterance.text.trim() ?? '',
})

export const isSameVoice = (one: Utterance, other: Utterance) =>
  one.speaker === other.speaker && one.label === other.label

/** Maximum words of a counter-question of the client, and of the therapist's reply to it. */
const maxCounterQuestion = 8
const maxReply = 40

/** Indexes of the turns of one answer: the speaker continues after a reaction, or after the reply to a counter-question. */
function runFrom(turns: readonly Turn[], at: number): number[] {
  const ownUtterance = turns[at]?.utterance
  if (!ownUtterance) return []
  const run = [at]
  let last = ownUtterance.text
  let words = wordsOf(last).length
  for (let next = at + 1; words < maxWholeAnswerWords; next += 1) {
    const utterance = turns[next]?.utterance
    if (!utterance) break
    const { text } = utterance
    const count = wordsOf(text).length
    if (count === 0) continue
    if (isSameVoice(ownUtterance, utterance)) {
      run.push(next)
      last = text
      words += count
    } else if (!isReaction(text)) {
      const isReply = utterance.speaker === 'therapist' && count <= maxReply && !isQuestion(text)
      if (!isReply || wordsOf(last).length > maxCounterQuestion || !isQuestion(last)) break
    }
  }
  return run
}

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

/**
 * The question that the turn at `at` may answer: the last one of the therapist's turns before it. Another person may have
 * answered a question about risk before.
 */
function questionBefore(turns: readonly Turn[], at: number): Pick<Exchange, 'asked' | 'question'> | null {
  const own = turns[at]?.utterance
  const after: Evidence[] = []
  let isAnsweredByOther = false
  if (!own) return null
  for (let before = at - 1, words = 0; words <= maxAfter; before -= 1) {
    const turn = turns[before]
    if (!turn) break
    const { speaker, text } = turn.utterance
    if (speaker === 'therapist') {
      const found = questionIn(turn, maxAfter - words)
      if (found) {
        const isLost = isAnsweredByOther && !mentionsRisk(found.asked)
        return isLost ? null : { ...found, question: [...found.question, ...after] }
      }
      words += wordsOf(text).length
      if (!isReaction(text)) after.unshift(wholeOf(turn))
    } else if (isSameVoice(own, turn.utterance) || wordsOf(text).length > maxBetween) break
    else isAnsweredByOther ||= !isReaction(text)
  }
  return null
}

/** The last question of a turn, if at most `maxRest` words follow it. */
function questionIn({ utterance, segments }: Turn, maxRest: number): Pick<Exchange, 'asked' | 'question'> | null {
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
