/** A word and who said it. */
export interface SaidWord {
  word: string
  speaker: string
}

/**
 * Recognized words with the wrong speaker, of those that are in the reference too. Labels get the speakers that give the
 * fewest errors.
 */
export function wrongSpeakers(reference: readonly SaidWord[], found: readonly SaidWord[]) {
  const pairs = alignedPairs(reference, found)
  const counts = new Map<string, Map<string, number>>()
  for (const [said, match] of pairs) {
    const names = counts.get(match.speaker) ?? new Map<string, number>()
    counts.set(match.speaker, names.set(said.speaker, (names.get(said.speaker) ?? 0) + 1))
  }
  const correctWords = bestAssignment([...counts.values()], new Set())
  return { words: pairs.length, wrong: pairs.length - correctWords }
}

/** Maximum number of words that labels can share with speakers, each speaker once. */
function bestAssignment([first, ...rest]: ReadonlyMap<string, number>[], taken: ReadonlySet<string>): number {
  if (!first) return 0
  const options = [...first].filter(([name]) => !taken.has(name))
  const shared = options.map(([name, count]) => count + bestAssignment(rest, new Set([...taken, name])))
  return Math.max(bestAssignment(rest, taken), ...shared)
}

/** Equal words at the same place of the alignment with the fewest errors. */
function alignedPairs(reference: readonly SaidWord[], found: readonly SaidWord[]): [SaidWord, SaidWord][] {
  const width = found.length + 1
  const moves = new Uint8Array((reference.length + 1) * width)
  let row = Int32Array.from({ length: width }, (_, i) => i)
  for (const [i, { word }] of reference.entries()) {
    const next = new Int32Array(width)
    next[0] = i + 1
    for (const [j, other] of found.entries()) {
      const costs = [(row[j] ?? 0) + (word === other.word ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1]
      const least = Math.min(...costs)
      next[j + 1] = least
      moves[(i + 1) * width + j + 1] = costs.indexOf(least)
    }
    row = next
  }
  const pairs: [SaidWord, SaidWord][] = []
  for (let [i, j] = [reference.length, found.length]; i > 0 && j > 0;) {
    const move = moves[i * width + j]
    const [said, match] = [reference[i - 1], found[j - 1]]
    if (move === 0 && said && match && said.word === match.word) pairs.push([said, match])
    if (move !== 2) i--
    if (move !== 1) j--
  }
  return pairs
}
