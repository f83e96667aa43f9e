import { requiredStrings } from './required-letters.ts'

/** The index holds pieces of this many characters, the longest that a string has. */
const lengths = [5, 4, 3]

/** A piece of a string, without a space where there are some. */
function pieceOf(string: string): string | null {
  const length = lengths.find((size) => size <= string.length)
  if (length === undefined) return null
  const pieces = Array.from({ length: string.length - length + 1 }, (_, at) => string.slice(at, at + length))
  return pieces.find((piece) => !piece.includes(' ')) ?? pieces[0] ?? null
}

/**
 * Finds the patterns that can match a text by a few letters that each of them needs. Hundreds of phrases need not be tried, nor
 * compiled, for a sentence that has none of their words.
 */
export function indexOf(patterns: readonly RegExp[]): (text: string) => ReadonlySet<RegExp> {
  const always: RegExp[] = []
  const byPiece = new Map<string, RegExp[]>()
  for (const pattern of patterns) {
    const pieces = Array.from(requiredStrings(pattern) ?? [''], pieceOf)
    if (pieces.includes(null)) always.push(pattern)
    else
      for (const piece of new Set(pieces))
        if (piece !== null) byPiece.set(piece, [...(byPiece.get(piece) ?? []), pattern])
  }
  // A text is asked about for one topic after the other.
  let last = { text: '', found: new Set(always) }
  return (text) => {
    if (last.text === text) return last.found
    const found = new Set(always)
    for (let at = 0; at < text.length; at += 1)
      for (const length of lengths)
        for (const pattern of byPiece.get(text.slice(at, at + length)) ?? []) found.add(pattern)
    last = { text, found }
    return found
  }
}
