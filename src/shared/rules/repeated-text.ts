import { sentenceSpans } from './sentences.ts'

/** A section that repeats more than this share of the previous note may be treated as cloned. */
export const repeatedLimit = 0.6

/** Shorter texts do not count as repeated: two notes may both say 'Continue weekly sessions.' */
const minWords = 10

/** The share of a text, by characters, in sentences that the earlier texts contain word for word; 0 for short texts. */
export function repeatedShare(text: string, earlier: readonly string[]): number {
  if (text.trim().split(/\s+/).length < minWords) return 0
  const known = new Set(earlier.flatMap(sentencesOf))
  const sentences = sentencesOf(text)
  const lengthOf = (some: readonly string[]) => some.reduce((sum, sentence) => sum + sentence.length, 0)
  return lengthOf(sentences.filter((sentence) => known.has(sentence))) / Math.max(1, lengthOf(sentences))
}

/** Sentences in lower case, with single spaces and without punctuation at the end. */
function sentencesOf(text: string): string[] {
  return sentenceSpans(text)
    .map(({ start, end }) => text.slice(start, end).toLowerCase().replaceAll(/\s+/g, ' ').replace(/\W+$/, ''))
    .filter((sentence) => sentence !== '')
}
