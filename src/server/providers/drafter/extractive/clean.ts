const filler = String.raw`(?:u+h+m*|u+m+|e+r+m*|a+h+|m*h+m+|mm+(?:[-\s]?hmm*)?|uh-huh)`
const opening =
  /^(?:(?:and|so|but|well|okay|ok|yeah|yes|yep|right|oh|now|then|also|because|cause|'cause|plus|like|all right|alright|i mean|you know|you see|basically|anyway|let's see|geez|gosh|sure|mm|hmm|no)\b[\s,.!–—-]*)+(?=\S)/i

/**
 * What was said without what only fills: hesitations, repeated beginnings (`I-I like`, `the- the`), `you know`, and marks of
 * the transcript. Keeps every other word and their order.
 */
export function withoutFillers(text: string): string {
  return text
    .replace(/\[[^\]]*\]|\((?:inaudible|unintelligible|crosstalk|laughs?|laughter|chuckles|sighs?)[^)]*\)/gi, ' ')
    .replace(new RegExp(String.raw`(?:^|(?<=[\s,.–—-]))${filler}(?=[\s,.?!–—-]|$)[,.]?`, 'gi'), ' ')
    .replace(/,?\s*\b(?:you know(?: what i mean)?|i mean|i guess|kind of like|sort of like)\b\s*(?=,|\.)/gi, '')
    .replace(/,\s*(?:like|you know)\s*,/gi, ',')
    .replace(/(?<=^|[,.]\s*)(?:like|you know|i mean),\s*/gi, '')
    .replace(/\b([\p{L}']+(?: [\p{L}']+)?)(?:\s*[-–—]+\s*|,\s+)(?:\1\b)/giu, '$1')
    .replace(/\b([\p{L}']+)(?:\s+\1\b)+/giu, (whole, word: string) =>
      /^(?:had|that|very|so|really)$/i.test(word) ? whole : word,
    )
    .replace(/\b(\p{L}{1,3})-\s*(?=\1)/giu, '')
    .replace(/\s+([,.?!;:])/g, '$1')
    .replace(/([,;:])(?:\s*[,;:])+/g, '$1')
    .replace(/,\s*([.?!])/g, '$1')
    .replace(/([.?!])(?:\s*[.,])+/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,.;:–—-]+/, '')
    .trim()
}

/** A sentence ready to be quoted: no fillers, no `and`, `so`, `well` in front, a capital and an end. */
export function asSentence(text: string): string {
  const plain = withoutFillers(text).replace(/\s*[-–—]+\s*$/, '')
  const rest = plain.replace(opening, '')
  const kept = rest === '' ? plain : rest
  const capital = kept.charAt(0).toUpperCase() + kept.slice(1)
  return /[.?!…]["'”’)]*$/.test(capital) ? capital : `${capital.replace(/[,;:\s]+$/, '')}.`
}
