/** Matches any of these words and phrases, whole and in any case. `alternatives` are parts of a pattern, separated by `|`. */
export const anyOf = (alternatives: string): RegExp => new RegExp(String.raw`\b(?:${alternatives})\b`, 'i')
