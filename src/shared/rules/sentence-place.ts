import { sentenceSpans, type Span } from './sentences.ts'

/** Matches the beginning of a line before its first sentence: white space, and a bullet or number. */
export const bulletPattern = /^\s*(?:[-*•–]|\d+[.)])?\s*$/

/**
 * The place of a sentence in a text, regardless of white space: the first that is not part of a longer sentence, if there are several.
 * Null if the text does not contain the sentence.
 */
export function sentencePlace(sentence: string, text: string): Span | null {
  const words = sentence.trim().split(/\s+/).map(escapeRegExp)
  if (words[0] === '') return null
  const places = Array.from(text.matchAll(new RegExp(words.join('\\s+'), 'g')), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }))
  const [first] = places
  if (places.length < 2) return first ?? null
  const spans = sentenceSpans(text)
  const isWhole = ({ start, end }: Span) =>
    spans.some((span) => span.start <= start && bulletPattern.test(text.slice(span.start, start))) &&
    spans.some((span) => span.end === end)
  return places.find(isWhole) ?? first ?? null
}

function escapeRegExp(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
