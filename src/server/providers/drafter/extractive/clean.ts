const filler = String.raw`(?:u+h+m*|u+m+|e+r+m*|a+h+|o+h+|m*h+m+|mm+(?:[-\s]?hmm*)?|uh-huh)`
const opening =
  /^(?:(?:and|so|but|well|okay|ok|yeah|yes|yep|yup|right|oh|now|then|also|because|cause|'cause|plus|all right|alright|i mean|you know|you see|basically|anyway|let's see|geez|gosh|sure|perfect|hmm|no|like)\b(?!-)[\s,.!–—-]*)+(?=\S)/i
const tag = /,?\s*\b(?:okay|ok|all right|alright|right|you know)\s*\?$/i

const split: readonly (readonly [RegExp, string])[] = [
  [/\b(\p{L}+) n['’]t\b/giu, "$1n't"],
  [/\b(\p{L}+) ['’](s|re|ve|ll|d|m)\b/giu, "$1'$2"],
  [/\bgon na\b/gi, 'gonna'],
  [/\bwan na\b/gi, 'wanna'],
  [/\bgot ta\b/gi, 'gotta'],
  [/\bi(?=\b(?!\.\p{L})(?:['’]|[^\p{L}\p{N}'’-]|$))/gu, 'I'],
]

/**
 * What was said without what only fills: hesitations, repeated beginnings (`I-I like`, `the- the`), `you know`, and marks of
 * the transcript. Keeps every other word and their order.
 */
export function withoutFillers(text: string): string {
  const whole = split.reduce((rest, [pattern, to]) => rest.replace(pattern, to), text.replace(/[’‘ʼ]/g, "'"))
  return whole
    .replace(/[[(](?:inaudible|unintelligible|indistinct|foreign language|crosstalk)[^\])]*[\])]/gi, ' … ')
    .replace(/\[[^\]]*\]|\((?:laughs?|laughter|chuckles|sighs?)[^)]*\)/gi, ' ')
    .replace(/\s*\.{2,}|\s*…/g, ' …')
    .replace(new RegExp(String.raw`,\s*${filler}\s*,`, 'gi'), ' ')
    .replace(new RegExp(String.raw`(?:^|(?<=[\s,.–—-]))${filler}(?=[\s,.?!–—-]|$)\s*[,.]?`, 'gi'), ' ')
    .replace(/,?\s*\b(?:you know(?: what I mean)?|I mean)\b\s*(?=,|\.|\?)/gi, '')
    .replace(/,\s*(?:like|you know)\s*,/gi, ',')
    .replace(/(?<=^|[,.]\s*)(?:like|you know|I mean),\s*/gi, '')
    .replace(/\b([\p{L}']+(?: [\p{L}']+){0,2})(?:\s*[-–—]+,?\s*(?:…\s*)?|\s*…\s*|,\s+)(?:\1\b)/giu, '$1')
    .replace(/\b([\p{L}']+)(?:\s+\1\b)+/giu, (all, word: string) =>
      /^(?:had|that|very|so|really)$/i.test(word) ? all : word,
    )
    .replace(/\b(\p{L}{1,3})-\s*(?=\1)/giu, '')
    .replace(/^(?:[\p{L}']+\s+){0,3}[\p{L}']+\s*--\s+(?=[\p{L}']+ [\p{L}']+)/u, '')
    .replace(/\s+([,.?!;:])/g, '$1')
    .replace(/([,;:])(?:\s*[,;:])+/g, '$1')
    .replace(/,\s*([.?!])/g, '$1')
    .replace(
      /(?<=\s)(?:with|of|in|a|an|the|and|to|that|is|about|for|at|from|on|was|are|have|had|just|or|but|because|it's|if|so|be|get|been|than|into|my|your|i|they),(?=\s)/gi,
      (word) => word.slice(0, -1),
    )
    .replace(/([.?!])(?:\s*[.,])+/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,.;:…–—-]+|[\s…]+$/g, '')
    .trim()
}

/** A sentence ready to be quoted: no fillers, no `and`, `so`, `well` in front, no `okay?` behind, a capital and an end. */
export function asSentence(text: string): string {
  return sentenceOf(withoutFillers(text))
}

/** The same for a text that is without fillers already. */
export function sentenceOf(text: string): string {
  const plain = text.replace(/[\s–—-]+$/, '').replace(tag, '')
  const rest = plain.replace(opening, '')
  const kept = /[\p{L}\p{N}]/u.test(rest) ? rest : plain
  const capital = kept.charAt(0).toUpperCase() + kept.slice(1)
  return /[.?!]["'”’)]*$/.test(capital) ? capital : `${capital.replace(/[,;:\s-]+$/, '')}.`
}
