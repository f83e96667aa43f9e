const adverb =
  /^(?:actually|sometimes|lately|recently|usually|mostly|currently|right now|now|then|at first|every \w+|last \w+),?\s+/i
/** A phrase such as `on Wednesday` or `after work`, not a clause of its own. */
const phrase =
  /^(?:on|in|at|after|before|since|for|with|during|by)\s+(?!case\b|fact\b)(?:(?!(?:i|i'[a-z]+|you|he|she|it|we|they|that|which|who|what|this|there|my|your)\b)[\w'-]+\s+){0,4}?(?!(?:i|i'[a-z]+|you|he|she|it|we|they|that|which|who|what|there)\b)[\w'-]+,?\s+(?=(?:i|i'[a-z]+|you|you'[a-z]+|he|he's|she|she's|it|it's|my|your|there|there's|everything|nothing|nobody|everyone|people)\b)/i
/** Starts a clause that depends on another. */
const subordinate =
  /^(?:when(?:ever)?|while|if|even if|in case|as (?:soon|long) as|as|since|because|after|before|once|until|unless|although|though|even though|wherever|the (?:day|night|moment|way|first time|last time|time))\b/i
/**
 * True for a subordinate clause without a main clause, or a sentence that only refers back: `That's the worst part.`
 */
export function isLoneClause(sentence: string): boolean {
  return mainClause(sentence) === null || complement.test(sentence) || pointing.test(sentence)
}

const complement = /^(?:to|than|which)\b|^that (?:i|i'[a-z]+|my|he|she|it|we|they|you)\b/i
const pointing = /^(?:that|it|this)(?:'s| is| was|'s been)(?: [\w'-]+){1,3}[.!]$/i

/** The rest after leading adverbs and subordinate clauses; null if nothing is left. */
function mainClause(sentence: string): string | null {
  const rest = sentence.replace(adverb, '').replace(phrase, '')
  if (!subordinate.test(rest)) return rest
  const comma = rest.indexOf(', ')
  return comma < 0 ? null : rest.slice(comma + 2).replace(/^then\s+/i, '')
}
