import type { Span } from './sentences.ts'

/** The first place of a sentence in a text, regardless of white space. Null if the text does not contain it. */
export function sentencePlace(sentence: string, text: string): Span | null {
  const words = sentence.trim().split(/\s+/).map(escapeRegExp)
  if (words[0] === '') return null
  const match = new RegExp(words.join('\\s+')).exec(text)
  return match && { start: match.index, end: match.index + match[0].length }
}

function escapeRegExp(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
