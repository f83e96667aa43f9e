const units =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const ordinals =
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'
const numbers = new Map<string, number>([
  ...units.split(' ').map((word, i) => [word, i] as const),
  ...ordinals.split(' ').map((word, i) => [word, i] as const),
  ...'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ').map((word, i) => [word, (i + 2) * 10] as const),
])

/** The words of a text, in lower case, without punctuation, with numbers as digits. */
export function wordsOf(text: string): string[] {
  const raw =
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{N}']+/gu) ?? []
  const words: string[] = []
  let tens = 0
  for (const word of raw) {
    const number = numbers.get(word) ?? (/^\d+(?:st|nd|rd|th)?$/.test(word) ? Number.parseInt(word, 10) : undefined)
    if (number === undefined || Number.isNaN(number)) words.push(word)
    else if (tens > 0 && number > 0 && number < 10) words[words.length - 1] = String(tens + number)
    else words.push(String(number))
    tens = numbers.has(word) && number !== undefined && number >= 20 ? number : 0
  }
  return words
}

/** The fewest inserted, deleted and replaced words that turn `reference` into `spoken`. */
export function wordErrors(reference: readonly string[], spoken: readonly string[]): number {
  let row = Int32Array.from({ length: spoken.length + 1 }, (_, i) => i)
  for (const [i, word] of reference.entries()) {
    const next = new Int32Array(spoken.length + 1)
    next[0] = i + 1
    for (const [j, other] of spoken.entries()) {
      const replaced = (row[j] ?? 0) + (word === other ? 0 : 1)
      next[j + 1] = Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1)
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/** The value below which `share` of all values are. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}
