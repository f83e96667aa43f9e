const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []

/**
 * Counts word errors: words of `expected` that are wrong or missing in `transcribed`, and words added there. Ignores
 * case and punctuation.
 */
export function countWordErrors(expected: string, transcribed: string): { wrong: number; of: number } {
  const [reference, spoken] = [wordsOf(expected), wordsOf(transcribed)]
  // Computes the edit distance by words, one row at a time.
  let row = spoken.map((_, at) => at + 1)
  for (const [line, word] of reference.entries()) {
    let diagonal = line
    let left = line + 1
    row = row.map((above, at) => {
      const best = word === spoken[at] ? diagonal : 1 + Math.min(diagonal, above, left)
      diagonal = above
      left = best
      return best
    })
  }
  return { wrong: row.at(-1) ?? reference.length, of: reference.length }
}

export const countWords = (text: string): number => wordsOf(text).length
