/** A part of a corrected text. `isNew` is true if the original does not contain it. */
type Stretch = { text: string; isNew: boolean }

type CorrectedWords = {
  stretches: Stretch[]
  /** The replaced words of the original. */
  replaced: string
}

/** Maximum number of words between the first and the last change that are compared. More words count as one change. */
const mostCompared = 300

/** Compares a corrected text with its original, word by word. */
export function correctedWords(text: string, original: string): CorrectedWords {
  const [now, were] = [text, original].map((each) => each.match(/\s*\S+/gu) ?? [])
  if (!now || !were) return { stretches: [{ text, isNew: false }], replaced: '' }
  const isSame = (one: string | undefined, other: string | undefined) => one?.trim() === other?.trim()
  let start = 0
  while (start < now.length && start < were.length && isSame(now[start], were[start])) start += 1
  let end = 0
  while (end < now.length - start && end < were.length - start && isSame(now.at(-1 - end), were.at(-1 - end))) end += 1
  const [here, there] = [now.slice(start, now.length - end), were.slice(start, were.length - end)]
  const kept =
    here.length > mostCompared || there.length > mostCompared
      ? { here: new Set<number>(), there: new Set<number>() }
      : commonWords(here, there)
  const stretches = [
    { text: now.slice(0, start).join(''), isNew: false },
    ...here.map((word, at) => ({ text: word, isNew: !kept.here.has(at) })),
    { text: now.slice(now.length - end).join(''), isNew: false },
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
