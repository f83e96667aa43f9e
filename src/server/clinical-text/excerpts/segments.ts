import { sentenceSpans, type Span } from '#shared/rules/sentences.ts'
import { wordsOf } from '../language/words.ts'

/** A sentence of an utterance, or a clause of a run-on sentence. */
export interface Segment extends Span {
  /** Whether the sentence of this clause starts before the clause, and whether it continues after it. */
  isCutBefore: boolean
  isCutAfter: boolean
}

/** Longer sentences are split into clauses: some speech engines write no full stops. */
const maxWords = 60
const minClauseWords = 9

/** Whole sentences; splits only run-on sentences, at the start of a clause. */
export function segmentsOf(text: string): Segment[] {
  return sentenceSpans(text).flatMap(({ start, end }) => {
    const sentence = text.slice(start, end)
    const clauses = wordsOf(sentence).length <= maxWords ? [{ start: 0, end: sentence.length }] : clausesOf(sentence)
    return clauses.map((clause, at) => ({
      start: start + clause.start,
      end: start + clause.end,
      isCutBefore: at > 0,
      isCutAfter: at < clauses.length - 1,
    }))
  })
}

/** Starts of clauses in speech without full stops, as some engines write it. */
const clauseStart = new RegExp(
  [
    String.raw`(?:[,;]\s+|\s+[–—-]+\s+|\s+)(?=`,
    String.raw`(?:and|but|so|because|also|then|or)\s+(?:i|i'm|i've|i'll|you|you're|you've|your|we|we'll|we're|it|it's|that|that's|they|he|she|the|there|there's|let's|my|this|for|on|no|now|if|when|take|continue|go|just)\b`,
    String.raw`|(?:on|for) your (?:\w+ ){0,2}(?:exam|problem|condition)s?\b`,
    String.raw`|let's\b|(?:i'm|i am|we're) (?:gonna|going to)\b|i (?:do )?(?:want|wanna|would like)\b|i (?:do not|don't|do) appreciate\b|(?:okay|alright|now|so)\b)`,
  ].join(''),
  'gi',
)

function clausesOf(sentence: string): Span[] {
  const clauses: Span[] = []
  let start = 0
  for (const match of sentence.matchAll(clauseStart)) {
    const isShort = wordsOf(sentence.slice(start, match.index)).length < minClauseWords
    const isEnd = sentence.length - match.index < 60 && wordsOf(sentence.slice(match.index)).length < 4
    if (isShort || isEnd) continue
    clauses.push({ start, end: match.index })
    start = match.index + match[0].length
  }
  return [...clauses, { start, end: sentence.length }]
}
