import type { SafetyPassage, Section, Statement } from '#shared/contract/notes.ts'
import { sentenceSpans } from '#shared/rules/sentences.ts'
import { wordsOf } from '../language/words.ts'
import { findQuote } from '../evidence/quotes.ts'
import { termsIn } from './safety-terms.ts'
import { negationOf } from './stance.ts'

/**
 * True if a note mentions a passage: it quotes it, a statement cites its words, a statement that cites the answer to it
 * names the topic, or a sentence without evidence, written by the clinician, does. A denial does not count for a stated passage.
 */
export function isInNote(passage: Omit<SafetyPassage, 'inNote'>, sections: readonly Section[]): boolean {
  return sections.some(({ content, statements }) => {
    if (wordsOf(passage.quote).length > 2 && findQuote(passage.quote, content) !== null) return true
    if (statements.some(({ evidence }) => evidence.some((one) => isSame(one, passage)))) return true
    if (statements.some((one) => citesAnswer(one, passage) && speaksOf(passage, one.text))) return true
    const cited = new Set(statements.filter(({ evidence }) => evidence.length > 0).map(({ text }) => text))
    const written =
      statements.length > 0 ? statements.map(({ text }) => text).filter((text) => !cited.has(text)) : [content]
    return written.some((text) => sentencesOf(text).some((sentence) => speaksOf(passage, sentence)))
  })
}

const isSame = (
  one: { utteranceId: string; quote: string },
  { utteranceId, quote }: { utteranceId: string; quote: string },
) => one.utteranceId === utteranceId && (findQuote(one.quote, quote) !== null || findQuote(quote, one.quote) !== null)

/** True for the turn after the question that the passage is. */
const citesAnswer = (
  { evidence }: Statement,
  { utteranceId, exchange: [question, answer] }: Pick<SafetyPassage, 'utteranceId' | 'exchange'>,
) => question === utteranceId && evidence.some((one) => one.utteranceId === answer)

const sentencesOf = (text: string) => sentenceSpans(text).map(({ start, end }) => text.slice(start, end))

const speaksOf = ({ topic, finding }: Pick<SafetyPassage, 'topic' | 'finding'>, sentence: string) =>
  termsIn(sentence).some(
    (term) => term.topic === topic && (finding !== 'stated' || negationOf(sentence, term) === null),
  )
