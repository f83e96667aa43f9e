const list = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** Joins names as in a sentence: 'Ana, Ben, and Cleo'. */
export const nameList = (names: readonly string[]): string => list.format(names)
