import { splitSentences } from '#shared/rules/sentences.ts'

export type Difference = { text: string; kind: 'same' | 'only here' | 'only there' }

/**
 * Compares two texts by sentence, in reading order. The sentences of a longest common subsequence count as unchanged.
 */
export function compareTexts(here: string, there: string): Difference[] {
  const one = splitSentences(here)
  const other = splitSentences(there)
  const common = commonLengths(one, other)
  const result: Difference[] = []
  let i = 0
  let j = 0
  while (i < one.length || j < other.length) {
    const [left, right] = [one[i], other[j]]
    if (left !== undefined && left === right) {
      result.push({ text: left, kind: 'same' })
      i++
      j++
    } else if (
      left !== undefined &&
      (right === undefined || lengthAt(common, i + 1, j) >= lengthAt(common, i, j + 1))
    ) {
      result.push({ text: left, kind: 'only here' })
      i++
    } else if (right !== undefined) {
      result.push({ text: right, kind: 'only there' })
      j++
    }
  }
  return result
}

/** Returns the length of the longest common subsequence of the remaining sentences, for each pair of positions. */
function commonLengths(one: readonly string[], other: readonly string[]): number[][] {
  const lengths = Array.from({ length: one.length + 1 }, () => Array.from({ length: other.length + 1 }, () => 0))
  for (let i = one.length - 1; i >= 0; i--) {
    const row = lengths[i] ?? []
    for (let j = other.length - 1; j >= 0; j--) {
      row[j] =
        one[i] === other[j]
          ? lengthAt(lengths, i + 1, j + 1) + 1
          : Math.max(lengthAt(lengths, i + 1, j), lengthAt(lengths, i, j + 1))
    }
  }
  return lengths
}

function lengthAt(lengths: readonly (readonly number[])[], i: number, j: number): number {
  return lengths[i]?.[j] ?? 0
}
