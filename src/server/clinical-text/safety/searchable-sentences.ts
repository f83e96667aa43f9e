import type { Utterance } from '#shared/contract/transcripts.ts'
import type { Span } from '#shared/rules/sentences.ts'
import { classify } from './classifier/classify.ts'
import { isQuestion } from './question-form.ts'
import { isOpenQuestion } from './questions.ts'
import { clausesOf, runsOf } from './clauses.ts'
import { type Term, termsIn, indirectTerms } from './safety-terms.ts'

export interface Sentence {
  /** The text to assess: a sentence, several short ones, or a question with its answer. */
  sentence: string
  /** The part of `sentence` that is in the utterance. */
  quote: string
  /** End of the quote in its utterance. */
  end: number
  terms: readonly Term[]
}

/** Cached, because a transcript is searched several times: for the draft, the safety card and the confirmation. */
const cache = new WeakMap<Utterance, readonly Sentence[]>()

/** The sentences of an utterance with their phrases about risk. */
export function sentencesOf(utterance: Utterance, before: Utterance | undefined): readonly Sentence[] {
  const known = cache.get(utterance)
  if (known) return known
  const { text, speaker } = utterance
  const spans = clausesOf(text)
  const clauseSentences = spans.map(({ start, end }) => sentenceOf(text.slice(start, end), text.slice(start, end), end))
  const sentences =
    speaker === 'therapist'
      ? clauseSentences.map(withIndirect)
      : withClassified(
          withNew(clauseSentences, [
            ...runsOf(text, spans).map(({ start, end }) =>
              sentenceOf(joinSentences(text.slice(start, end)), text.slice(start, end), end),
            ),
            ...withAnswer(clauseSentences.slice(0, 2), before),
          ]),
          text,
          spans,
        )
  cache.set(utterance, sentences)
  return sentences
}

const sentenceOf = (sentence: string, quote: string, end: number): Sentence => ({
  sentence,
  quote,
  end,
  terms: termsIn(sentence),
})

/** Joins sentences into one of the same length. Their initial capitals must not look like names. */
const joinSentences = (text: string) =>
  text.replace(
    /[.?!…;:](\s+\S)/g,
    (_, next: string) => `,${next.length === next.toLowerCase().length ? next.toLowerCase() : next}`,
  )

/** Adds terms that occur only in the joined sentences. */
function withNew(sentences: readonly Sentence[], together: readonly Sentence[]): Sentence[] {
  const known = new Set(sentences.flatMap(({ terms }) => terms.map(({ topic, clarity }) => `${topic} ${clarity}`)))
  const topics = new Set(sentences.flatMap(({ terms }) => terms.map(({ topic }) => topic)))
  const found = together
    .map((one) => {
      const terms = one.terms.filter(
        ({ topic, clarity }) =>
          (clarity === 'plain' && !known.has(`${topic} plain`) && !known.has(`${topic} reassuring`)) ||
          (clarity === 'vague' && !topics.has(topic)),
      )
      return { ...one, terms }
    })
    .filter(({ terms }) => terms.length > 0)
  return [...found, ...sentences]
}

/** Completes the therapist's question with the answer: `How do you discipline him?` – `With the belt.` */
function withAnswer([first, second]: readonly Sentence[], before: Utterance | undefined): Sentence[] {
  if (!first || before?.speaker !== 'therapist') return []
  const question = before.text.slice(clausesOf(before.text).at(-1)?.start ?? 0)
  if (!isOpenQuestion(question)) return []
  const sentence = joinSentences(`${question} ${first.sentence} ${second?.sentence ?? ''}`)
  const terms = termsIn(sentence).filter(({ start, end }) => start < question.length && end > question.length)
  return [{ ...first, sentence, terms }]
}

/** Adds the topics that a question asks about indirectly. */
const withIndirect = (one: Sentence): Sentence =>
  isQuestion(one.sentence) ? { ...one, terms: [...one.terms, ...indirectTerms(one.sentence, one.terms)] } : one

/** Adds the sentences that the classifier points to, as a vague term, to a turn without any term. */
function withClassified(sentences: readonly Sentence[], text: string, spans: readonly Span[]): readonly Sentence[] {
  if (sentences.some(({ terms }) => terms.length > 0)) return sentences
  const found = classify(spans.map(({ start, end }) => text.slice(start, end)))
  const first = spans[found?.first ?? -1]
  const last = spans[found?.last ?? -1]
  if (!found || !first || !last) return sentences
  const quote = text.slice(first.start, last.end)
  const term = { topic: found.topic, clarity: 'vague', start: 0, end: quote.length } as const
  return [{ sentence: joinSentences(quote), quote, end: last.end, terms: [term] }, ...sentences]
}
