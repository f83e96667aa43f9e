const adverbPattern =
  /^(?:actually|sometimes|lately|recently|usually|mostly|currently|right now|now|then|at first|every \w+|last \w+),?\s+/i
/** A phrase such as `on Wednesday` or `after work`, not a clause of its own. */
const phrasePattern =
  /^(?:on|in|at|after|before|since|for|with|during|by)\s+(?!case\b|fact\b)(?:(?!(?:i|i'[a-z]+|you|he|she|it|we|they|that|which|who|what|this|there|my|your)\b)[\w'-]+\s+){0,4}?(?!(?:i|i'[a-z]+|you|he|she|it|we|they|that|which|who|what|there)\b)[\w'-]+,?\s+(?=(?:i|i'[a-z]+|you|you'[a-z]+|he|he's|she|she's|it|it's|my|your|there|there's|everything|nothing|nobody|everyone|people)\b)/i
/** Starts a clause that depends on another. */
const subordinatePattern =
  /^(?:when(?:ever)?|while|if|even if|in case|as (?:soon|long) as|as|since|because|after|before|once|until|unless|although|though|even though|wherever|the (?:day|night|moment|way|first time|last time|time))\b/i
/**
 * True for a subordinate clause without a main clause, or a sentence that only refers back: `That's the worst part.`
 */
export function isLoneClause(sentence: string): boolean {
  return mainClause(sentence) === null || complementPattern.test(sentence) || pointingPattern.test(sentence)
}

const complementPattern = /^(?:to|than|which)\b|^that (?:i|i'[a-z]+|my|he|she|it|we|they|you)\b/i
const pointingPattern = /^(?:that|it|this)(?:'s| is| was|'s been)(?: [\w'-]+){1,3}[.!]$/i

/** The rest after leading adverbs and subordinate clauses; null if nothing is left. */
function mainClause(sentence: string): string | null {
  const rest = sentence.replace(adverbPattern, '').replace(phrasePattern, '')
  if (!subordinatePattern.test(rest)) return rest
  const comma = rest.indexOf(', ')
  return comma < 0 ? null : rest.slice(comma + 2).replace(/^then\s+/i, '')
}
