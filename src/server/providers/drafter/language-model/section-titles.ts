/**
 * The title among `titles` that a model means by `given`: the same text, else the same text without case, punctuation
 * and a leading number, else the same words without variants, else some of them. Undefined if none or several match.
 */
export function titleMeant(given: string, titles: readonly string[]): string | undefined {
  const wanted = wordsIn(given)
  if (wanted.length === 0) return titles.find((title) => title === given)
  const comparisons: ((title: string) => boolean)[] = [
    (title) => title === given,
    (title) => [plain(given), plain(given.replace(leadingNumber, ''))].includes(plain(title)),
    (title) => wordsIn(title).join(' ') === wanted.join(' '),
    (title) => includesAll(wanted, wordsIn(title)) || includesAll(wordsIn(title), wanted),
  ]
  const matches = comparisons.map((isSame) => titles.filter(isSame)).find((found) => found.length > 0)
  return matches?.length === 1 ? matches[0] : undefined
}

const leadingNumber = /^\W*(?:\d+|[ivx]+)[.):]\s*/i

const plain = (title: string) => (title.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ')

const includesAll = (words: readonly string[], some: readonly string[]) => some.every((word) => words.includes(word))

/** The words of a title without variants: `2. Interventions:` gives `intervention`. */
function wordsIn(title: string): string[] {
  const words = title.toLowerCase().match(/\p{L}+/gu) ?? []
  return words
    .filter((word) => !/^(?:and|the|of|section|note|i{1,3}|iv|vi{0,3})$/.test(word))
    .map((word) => word.replace(/(?<=[^s])s$/, ''))
}
