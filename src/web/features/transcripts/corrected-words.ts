/** A part of a corrected text. `isNew` is true if the original does not contain it. */
type Stretch = { text: string; isNew: boolean }

type CorrectedWords = {
  stretches: Stretch[]
  /** The replaced words of the original. */
  replaced: string
}

/** Maximum number of words between the first and the last change that are compared. More words count as one change. */
const maxComparedWords = 300

/** Compares a corrected text with its original, word by word. */
export function correctedWords(text: string, original: string): CorrectedWords {
  const [newWords, oldWords] = [text, original].map((each) => each.match(/\s*\S+/gu) ?? [])
  if (!newWords || !oldWords) return { stretches: [{ text, isNew: false }], replaced: '' }
  const isSame = (one: string | undefined, other: string | undefined) => one?.trim() === other?.trim()
  let start = 0
  while (start < newWords.length && start < oldWords.length && isSame(newWords[start], oldWords[start])) start += 1
  let end = 0
  while (
    end < newWords.length - start &&
    end < oldWords.length - start &&
    isSame(newWords.at(-1 - end), oldWords.at(-1 - end))
  )
    end += 1
  const [here, there] = [newWords.slice(start, newWords.length - end), oldWords.slice(start, oldWords.length - end)]
  const kept =
    here.length > maxComparedWords || there.length > maxComparedWords
      ? { here: new Set<number>(), there: new Set<number>() }
      : commonWords(here, there)
  const stretches = [
    { text: newWords.slice(0, start).join(''), isNew: false },
    ...here.map((word, at) => ({ text: word, isNew: !kept.here.has(at) })),
    { text: newWords.slice(newWords.length - end).join(''), isNew: false },
  ].filter((stretch) => stretch.text !== '')
  return { stretches, replaced: gapsJoined(there, kept.there) }
}

/** Returns the positions of the words of a longest common subsequence. */
function commonWords(here: readonly string[], there: readonly string[]) {
  const width = there.length + 1
  const lengths = new Uint16Array((here.length + 1) * width)
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0
  const isSame = (i: number, j: number) => here[i]?.trim() === there[j]?.trim()
  for (let i = here.length - 1; i >= 0; i -= 1)
    for (let j = there.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] = isSame(i, j) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const common = { here: new Set<number>(), there: new Set<number>() }
  for (let i = 0, j = 0; i < here.length && j < there.length;) {
    if (isSame(i, j)) {
      common.here.add(i++)
      common.there.add(j++)
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1
    else j += 1
  }
  return common
}

function gapsJoined(words: readonly string[], kept: ReadonlySet<number>): string {
  const gaps = words.map((word, at) => (kept.has(at) ? null : word))
  const joined = gaps.reduce<string>((all, word) => (word === null ? `${all} …` : all + word), '')
  return joined
    .trim()
    .replaceAll(/(?: ?…)+/gu, ' …')
    .replaceAll(/^ ?… ?| …$/gu, '')
    .trim()
}
