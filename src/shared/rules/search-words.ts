/** A text for comparisons: lower case, without accents and apostrophes. The database does the same (`app.plain_text`). */
export function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036F'’‘ʼ]/g, '')
    .toLowerCase()
}

/** The words by which search finds a text. The database does the same (`app.words`). */
export function searchedWords(text: string): string[] {
  return plainText(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
}

/** True if a word of the text begins with one of these words. */
export function startsWithAny(text: string, words: readonly string[]): boolean {
  return words.length > 0 && searchedWords(text).some((word) => words.some((wanted) => word.startsWith(wanted)))
}
