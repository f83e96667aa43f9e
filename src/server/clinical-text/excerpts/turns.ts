import type { Evidence } from '#shared/contract/notes.ts'
import type { Utterance } from '#shared/contract/transcripts.ts'
import type { Span } from '#shared/rules/sentences.ts'
import { isSameVoice } from '../evidence/voice.ts'
import { wordsOf } from '../language/words.ts'
import { isInterjection, isQuestion } from './questions.ts'
import type { Segment } from './segments.ts'

/** An utterance and its sentences. */
export interface Turn {
  utterance: Utterance
  segments: readonly Segment[]
}

export function partOf({ id, text }: Utterance, { start, end }: Span): Evidence {
  return { utteranceId: id, quote: text.slice(start, end) }
}

export const wholeOf = (turn: Turn | undefined): Evidence => ({
  utteranceId: turn?.utterance.id ?? '',
  quote: turn?.utterance.text.trim() ?? '',
})

/** Number of words of an answer about risk, or of a rating, after which later turns are ignored. */
export const maxWholeAnswerWords = 90
/** Maximum number of consecutive interjections in one answer. */
const maxInterjections = 4
/** Maximum words of a counter-question of the client, and of the therapist's reply to it. */
const maxCounterQuestion = 8
const maxReply = 40

/** Matches counter-questions about the meaning of a question, but not `Can I get some water first?` */
const asksMeaning =
  /\b(?:you mean(?:ing)?|meaning what|as in|like what|what(?:'s| does) (?:that|it|this) mean|(?:in|over) the (?:last|past))\b/i

/** One answer as indexes of turns: those of the speaker, and the therapist's replies to the speaker's counter-questions. */
export interface Run {
  own: number[]
  replies: number[]
}

/** The speaker continues after interjections, or after the reply to a counter-question about the meaning of the question. */
export function runFrom(turns: readonly Turn[], at: number): Run {
  const first = turns[at]?.utterance
  if (!first) return { own: [], replies: [] }
  const run: Run = { own: [at], replies: [] }
  let last = first.text
  let words = wordsOf(last).length
  let between: number[] = []
  for (let next = at + 1, gap = 0; words < maxWholeAnswerWords && gap <= maxInterjections; next += 1) {
    const utterance = turns[next]?.utterance
    if (!utterance) break
    const { text } = utterance
    const count = wordsOf(text).length
    if (count === 0) continue
    if (isSameVoice(first, utterance)) {
      run.own.push(next)
      run.replies.push(...between)
      last = text
      words += count
      gap = 0
      between = []
    } else if (isReplyTo(last, utterance)) between.push(next)
    else if (isInterjection(text)) gap += 1
    else break
  }
  return run
}

const isReplyTo = (asked: string, { speaker, text }: Utterance) =>
  speaker === 'therapist' &&
  asksMeaning.test(asked) &&
  isQuestion(asked) &&
  wordsOf(asked).length <= maxCounterQuestion &&
  wordsOf(text).length <= maxReply &&
  !isQuestion(text)
