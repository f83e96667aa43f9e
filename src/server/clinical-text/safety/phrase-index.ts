import { requiredStrings } from './required-letters.ts'

/** Lengths of the indexed substrings, longest first. */
const lengths = [5, 4, 3]

/** A substring to index, preferably without a space. */
function pieceOf(string: string): string | null {
  const length = lengths.find((size) => size <= string.length)
  if (length === undefined) return null
  const pieces = Array.from({ length: string.length - length + 1 }, (_, at) => string.slice(at, at + length))
  return pieces.find((piece) => !piece.includes(' ')) ?? pieces[0] ?? null
}

/**
 * Finds the patterns that can match a text, by a few letters that each of them requires. Most of the hundreds of
 * phrases need not be tried, or even compiled.
 */
export function createPhraseIndex(patterns: readonly RegExp[]): (text: string) => ReadonlySet<RegExp> {
  const always: RegExp[] = []
  const byPiece = new Map<string, RegExp[]>()
  for (const pattern of patterns) {
    const pieces = Array.from(requiredStrings(pattern) ?? [''], pieceOf)
    if (pieces.includes(null)) always.push(pattern)
    else
      for (const piece of new Set(pieces))
        if (piece !== null) byPiece.set(piece, [...(byPiece.get(piece) ?? []), pattern])
  }
  // The same text is queried for one topic after another.
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
