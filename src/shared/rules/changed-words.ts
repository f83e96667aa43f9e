/**
 * Counts the words of a text, and the words that were added to its draft or removed from it. A moved sentence counts as
 * unchanged.
 */
export function changedWords(draft: string, text: string): { words: number; changed: number } {
  const counts = new Map<string, number>()
  for (const word of wordsOf(draft)) counts.set(word, (counts.get(word) ?? 0) - 1)
  const words = wordsOf(text)
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return { words: words.length, changed: [...counts.values()].reduce((sum, count) => sum + Math.abs(count), 0) }
}

/** Words without punctuation around them. */
const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’.,/-][\p{L}\p{N}]+)*/gu) ?? []
