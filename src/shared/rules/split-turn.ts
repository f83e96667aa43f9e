const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const words = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Where each word of a turn begins, in UTF-16 code units. Words of languages without spaces are found by dictionary. */
export function wordStarts(text: string): number[] {
  const spaced = [...text.matchAll(/\S+/gu)].map(({ index }) => index)
  if (spaced.length !== 1) return spaced
  return [...words.segment(text)].flatMap(({ index, isWordLike }) => (isWordLike ? [index] : []))
}

/** The two texts of a turn that is split at a code unit; null if one has no words or a character would be cut in two. */
export function splitText(text: string, at: number): [first: string, second: string] | null {
  const [first, second] = [text.slice(0, at).trim(), text.slice(at).trim()]
  if (!hasWords(first) || !hasWords(second)) return null
  return graphemes.segment(text).containing(at)?.index === at ? [first, second] : null
}

const hasWords = (text: string) => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(text)
