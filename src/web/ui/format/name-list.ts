const list = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** Names in a sentence: 'Ana, Ben, and Cleo'. */
export const nameList = (names: readonly string[]): string => list.format(names)
