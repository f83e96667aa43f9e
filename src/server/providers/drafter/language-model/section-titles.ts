/**
 * The title among `titles` that a model means by `given`, ignoring case, punctuation, numbering, plural and extra
 * words. Undefined if none or several match.
 */
export function titleMeant(given: string, titles: readonly string[]): string | undefined {
  const wanted = wordsIn(given)
  const exact = titles.find((title) => wordsIn(title).join(' ') === wanted.join(' '))
  if (exact !== undefined || wanted.length === 0) return exact
  const near = titles.filter((title) => {
    const words = wordsIn(title)
    return words.every((word) => wanted.includes(word)) || wanted.every((word) => words.includes(word))
  })
  return near.length === 1 ? near[0] : undefined
}

/** The words of a title without variants: `2. Interventions:` gives `intervention`. */
function wordsIn(title: string): string[] {
  const words = title.toLowerCase().match(/\p{L}+/gu) ?? []
  return words
    .filter((word) => !/^(?:and|the|of|section|note|i{1,3}|iv|vi{0,3})$/.test(word))
    .map((word) => word.replace(/(?<=[^s])s$/, ''))
}
