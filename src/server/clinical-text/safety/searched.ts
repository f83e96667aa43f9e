import type { Utterance } from '#shared/contract/transcripts.ts'
import { isOpenQuestion } from './questions.ts'
import { piecesOf, runsOf } from './pieces.ts'
import { type Term, termsIn } from './safety-terms.ts'

export interface Sentence {
  /** The words that are judged: a sentence, several short ones, or a question with its answer. */
  sentence: string
  /** What of them stands in the utterance. */
  quote: string
  /** Where the quote ends in its utterance. */
  end: number
  terms: readonly Term[]
}

/** A transcript is searched for its passages several times: for the draft, the card and what is to be confirmed. */
const searched = new WeakMap<Utterance, readonly Sentence[]>()

/** The parts of an utterance with the phrases about risk in them. */
export function sentencesOf(utterance: Utterance, before: Utterance | undefined): readonly Sentence[] {
  const known = searched.get(utterance)
  if (known) return known
  const { text, speaker } = utterance
  const spans = piecesOf(text)
  const own = spans.map(({ start, end }) => sentenceOf(text.slice(start, end), text.slice(start, end), end))
  const sentences =
    speaker === 'therapist'
      ? own
      : withNew(own, [
          ...runsOf(text, spans).map(({ start, end }) =>
            sentenceOf(joined(text.slice(start, end)), text.slice(start, end), end),
          ),
          ...answered(own.slice(0, 2), before),
        ])
  searched.set(utterance, sentences)
  return sentences
}

const sentenceOf = (sentence: string, quote: string, end: number): Sentence => ({
  sentence,
  quote,
  end,
  terms: termsIn(sentence),
})

/** Sentences as one, of the same length. Their capitals are no names. */
const joined = (text: string) =>
  text.replace(
    /[.?!…;:](\s+\S)/g,
    (_, next: string) => `,${next.length === next.toLowerCase().length ? next.toLowerCase() : next}`,
  )

/** What is said only by sentences together. */
function withNew(own: readonly Sentence[], together: readonly Sentence[]): Sentence[] {
  const known = new Set(own.flatMap(({ terms }) => terms.map(({ topic, clarity }) => `${topic} ${clarity}`)))
  const found = together
    .map((one) => {
      const terms = one.terms.filter(
        ({ topic, clarity }) =>
          clarity === 'plain' && !known.has(`${topic} plain`) && !known.has(`${topic} reassuring`),
      )
      return { ...one, terms }
    })
    .filter(({ terms }) => terms.length > 0)
  return [...found, ...own]
}

/** `How do you discipline him?` – `With the belt.` The answer completes the question. */
function answered([first, second]: readonly Sentence[], before: Utterance | undefined): Sentence[] {
  if (!first || before?.speaker !== 'therapist') return []
  const question = before.text.slice(piecesOf(before.text).at(-1)?.start ?? 0)
  if (!isOpenQuestion(question)) return []
  const sentence = joined(`${question} ${first.sentence} ${second?.sentence ?? ''}`)
  const terms = termsIn(sentence).filter(({ start, end }) => start < question.length && end > question.length)
  return [{ ...first, sentence, terms }]
}
