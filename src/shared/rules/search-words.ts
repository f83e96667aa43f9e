/**
 * The words by which search finds a text: lower case, without accents and apostrophes. The database does the same
 * (`app.words`).
 */
export function searchedWords(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/[\u0300-\u036F'’‘ʼ]/g, '')
  return plain
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
}

/** True if a word of the text begins with one of these words. */
export function startsWithAny(text: string, words: readonly string[]): boolean {
  return words.length > 0 && searchedWords(text).some((word) => words.some((wanted) => word.startsWith(wanted)))
}
