import type { Evidence } from '#shared/contract/notes.ts'
import type { Utterance } from '#shared/contract/transcripts.ts'
import type { Span } from '#shared/rules/sentences.ts'
import { isQualifiedNo, answersNo } from '../language/denials.ts'
import { spokenTermsOf, wordsOf } from '../language/words.ts'
import { undertakingIn } from '../language/undertakings.ts'
import { asSentence } from './clean.ts'
import { mentionsRisk } from './cues.ts'
import { resemblesPlan } from './plans/resembles-plan.ts'
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
  question: Evidence
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

/** True for a turn of at most three words without a question, e.g. `Mm-hmm.` It does not interrupt an answer. */
const isShortReaction = ({ text }: Utterance) => wordsOf(text).length <= 3 && !text.includes('?')

const isSameVoice = (one: Utterance, other: Utterance) => one.speaker === other.speaker && one.label === other.label

/** Indexes of the turns of one answer: the speaker continues after a short reaction, or in the next turn. */
function runFrom(turns: readonly Turn[], at: number): number[] {
  const ownUtterance = turns[at]?.utterance
  if (!ownUtterance) return []
  const run = [at]
  let words = wordsOf(ownUtterance.text).length
  for (let next = at + 1; words < maxWholeAnswerWords; next += 1) {
    const utterance = turns[next]?.utterance
    const after = turns[next + 1]?.utterance
    if (!utterance) break
    if (wordsOf(utterance.text).length === 0) continue
    if (isSameVoice(ownUtterance, utterance)) {
      run.push(next)
      words += wordsOf(utterance.text).length
    } else if (!isShortReaction(utterance) || !after || !isSameVoice(ownUtterance, after)) break
  }
  return run
}

/** True if a question asks for a number on a scale. */
const isScale = (question: string) =>
  /\bscale\b|\bout of (?:five|ten|a hundred|5|10|100)\b|\b(?:zero|nought|none|one|0|1)(?:[- ](?:to|through)[- ]|\s?[–-]\s?)(?:five|seven|ten|a hundred|5|7|10|100)\b/i.test(
    question,
  )

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

/** Matches questions by form, for transcripts without question marks. */
const interrogativePattern =
  /^(?:(?:do|did|have|are|were|has|is|was|any) (?:you|your|there|he|she|it|any|ever|\w+ (?:you|your))\b|any \w+|(?:what|how|when|where|which|who)(?:'s| (?:is|are|do|did|does|was|were|would|about|often|many|much|long|has|have)) )/i

const isQuestion = (quote: string) => {
  const text = asSentence(quote)
  return text.endsWith('?') || interrogativePattern.test(text)
}

/** Maximum words after the question in its turn: `Any thoughts of suicide? I ask everybody that.` */
const maxAfter = 15

/** The question that the turn at `at` may answer: the last one in the therapist's turn before it. */
function questionBefore(turns: readonly Turn[], at: number): Pick<Exchange, 'asked' | 'question'> | null {
  const turn = askingTurn(turns, at)
  if (!turn) return null
  const { text } = turn.utterance
  const quotes = turn.segments.map(({ start, end }) => text.slice(start, end))
  const lastQuestion = quotes.findLastIndex(isQuestion)
  const [first, end] = [turn.segments[lastQuestion], turn.segments.at(-1)]
  if (!first || !end || wordsOf(text.slice(first.end, end.end)).length > maxAfter) return null
  const start = turn.segments[beginningOf(quotes, lastQuestion)]?.start ?? first.start
  return {
    asked: asking(asSentence(text.slice(start, first.end))),
    question: partOf(turn.utterance, { start, end: end.end }),
  }
}

function askingTurn(turns: readonly Turn[], at: number): Turn | null {
  const [turn, before] = [turns[at - 1], turns[at - 2]]
  if (turn?.utterance.speaker !== 'therapist') return null
  return isShortReaction(turn.utterance) && before?.utterance.speaker === 'therapist' ? before : turn
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

/** Questions that ask for permission, or that expect no information. */
export const uninformativeQuestion =
  /\b(?:do you mind|is (?:it|that) (?:okay|ok|alright|all right)|can i|may i|could i|can you (?:hear|see)|does that make sense|can you (?:go ahead|tell|open|squeeze|touch|show)|how are you feeling(?: today)?|make sense|how are you\b|how's it going|anything else|any (?:other )?questions|why is that|really|you know|ready|sound good)\b[^?]{0,40}\?$/i
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
    !uninformativeQuestion.test(asked) &&
    !unsaidPattern.test(asSentence(quote))
  )
}
