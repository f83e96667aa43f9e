import { soundMark } from '../language/words.ts'

const fillerPattern = String.raw`(?<![-\p{L}])(?:u+h+m*|u+m+|e+r+m*|a+h+|h+m+|m+h+m+|mm+)(?!-?\p{L})`
/** Short reactions. In quotes they can be an answer, so only the text for rules lacks them. */
const shortReaction = String.raw`(?<![-\p{L}])(?:o+h+|mm+[-\s]?hmm*|uh-huh)(?!-?\p{L})`

/**
 * Words that lead into a sentence. Never `no`. Words that may carry meaning (`right after work`, `like my mother`,
 * `well enough`) count only before a comma, a full stop or a subject.
 */
const openingPattern = new RegExp(
  String.raw`^(?:${[
    String.raw`(?:and|also|yeah|yes|yep|yup|o+h+|geez|gosh|hm+|basically)\b(?!-)`,
    String.raw`(?:but(?! for\b)|plus)\b(?!-)(?=[\s,.…]+(?:and|so|i|i'[a-z]+|we|he|she|it|they|you|my|your|the|a|there|that|this|when|if|no|not|yeah|um|uh)\b|\s*,)`,
    String.raw`so\b(?=[\s,.…]+(?:i|i'[a-z]+|we|we'[a-z]+|he|he's|she|she's|it|it's|they|they're|you|you'[a-z]+|my|your|the|a|an|there|there's|this|when|if|what|how|do|did|are|have|yeah|and|let's|tell|take|try|keep|use|avoid|continue|go|make)\b|\s*,)`,
    String.raw`(?:well|okay|ok|right|all right|alright|perfect|sure|anyway|let's see|i mean|you know|you see|like)\s*[,.–—](?!\s*$)`,
    String.raw`(?:okay|ok|alright|all right|well)(?=\s+(?:so|and|i|i'[a-z]+|we|let's|you|what|how|do|did|are|have|no)\b)`,
    String.raw`now,(?=\s+(?:let's|let me|tell|what|how|when|where|do|did|have|are|you)\b)`,
  ].join('|')})[\s,.!–—-]*`,
  'i',
)
const tagPattern = /,?\s*\b(?:okay|ok|all right|alright|right|you know)\s*\?$/i

const splitWordPatterns: readonly (readonly [RegExp, string])[] = [
  [/\b(\p{L}+) n['’]t\b/giu, "$1n't"],
  [/\b(\p{L}+) ['’](s|re|ve|ll|d|m)\b/giu, "$1'$2"],
  [/\bgon na\b/gi, 'gonna'],
  [/\bwan na\b/gi, 'wanna'],
  [/\bgot ta\b/gi, 'gotta'],
  [/\bi(?=\b(?!\.\p{L})(?:['’]|[^\p{L}\p{N}'’-]|$))/gu, 'I'],
]

function withoutSounds(text: string): string {
  const joinedWords = splitWordPatterns.reduce(
    (rest, [pattern, to]) => rest.replace(pattern, to),
    text.replace(/[’‘ʼ]/g, "'"),
  )
  return joinedWords
    .replace(soundMark, ' ')
    .replace(/\[[^\]]*\]|\((?:inaudible|unintelligible|indistinct|crosstalk)[^)]*\)/gi, ' … ')
    .replace(/\s*\.{2,}|\s*…/g, ' …')
    .replace(new RegExp(String.raw`,\s*${fillerPattern}\s*,`, 'giu'), ' ')
    .replace(new RegExp(String.raw`${fillerPattern}\s*[,.]?`, 'giu'), ' ')
}

function tidied(text: string): string {
  return text
    .replace(/(?:\s*…)+/g, ' …')
    .replace(/\s+([,.?!;:])/g, '$1')
    .replace(/([,;:])(?:\s*[,;:])+/g, '$1')
    .replace(/,\s*([.?!])/g, '$1')
    .replace(/([.?!])(?:\s*[.,])+/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,.;:…–—-]+|[\s…]+$/g, '')
    .trim()
}

/**
 * Removes fillers: hesitations, repeated beginnings (`I-I like`, `the- the`), `you know`, and transcript marks. Keeps
 * all other words in order. Only rules use the result; pages show `verbatim`.
 */
export function withoutFillers(text: string): string {
  return tidied(
    withoutSounds(text)
      .replace(new RegExp(String.raw`,\s*${shortReaction}\s*,`, 'giu'), ' ')
      .replace(new RegExp(String.raw`${shortReaction}\s*[,.]?`, 'giu'), ' ')
      .replace(/,\s*\b(?:you know(?: what I mean)?|I mean)\b\s*(?=,|\.|\?)/gi, '')
      .replace(/,\s*(?:like|you know)\s*,/gi, ',')
      .replace(/,\s*(?:right|you know|okay)\s*\.$/i, '.')
      .replace(/(?<=^|[,.]\s*)(?:like|you know|I mean),\s*/gi, '')
      .replace(/\b(?!(?:so|mm|uh)\b)([\p{L}']+(?: [\p{L}']+){0,2})(?:\s*[-–—]+,?\s*(?:…\s*)?|\s*…\s*)(?:\1\b)/giu, '$1')
      .replace(/(?<=^|[.,;–—-]\s*)([\p{L}']+(?: [\p{L}']+){0,2}),\s+(?:\1\b)/giu, '$1')
      .replace(/\b([\p{L}']+)(?:\s+\1\b)+/giu, (all, word: string) =>
        /^(?:had|that|very|so|really)$/i.test(word) ? all : word,
      )
      .replace(/\b(?!(?:no|non|re|co|un|so|bye|pro|mm|uh)-)(\p{L}{1,3})-\s*(?=\1)/giu, '')
      .replace(/^(?:[\p{L}']+\s+){0,3}[\p{L}']+\s*--\s+(?=[\p{L}']+ [\p{L}']+)/u, '')
      .replace(
        /(?<=\s)(?:with|of|in|a|an|the|and|to|that|is|about|for|at|from|on|was|are|have|had|just|or|but|because|it's|if|so|be|get|been|than|into|my|your|i|they),(?=\s)/gi,
        (word) => word.slice(0, -1),
      ),
  )
}

/** A sentence for rules, never shown: without fillers and lead-in words, with a capital and an end mark. */
export function asSentence(text: string): string {
  return sentenceOf(withoutFillers(text))
}

/** Turns a text without fillers into a sentence. */
function sentenceOf(text: string): string {
  const plain = text.replace(/[\s–—-]+$/, '').replace(tagPattern, '')
  const rest = withoutOpening(plain)
  const kept = /[\p{L}\p{N}]/u.test(rest) ? rest : plain
  return withPeriod(kept)
}

function withoutOpening(text: string): string {
  const rest = text.replace(openingPattern, '').replace(/^[\s,.…]+/, '')
  return rest === text || !/[\p{L}\p{N}]/u.test(rest) ? text : withoutOpening(rest)
}

/** Adds a capital and an end mark. */
function withPeriod(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1)
  return capital === '' || /[.?!]["'”’)]*$/.test(capital) ? capital : `${capital.replace(/[,;:\s–—-]+$/, '')}.`
}
