import { requiredStrings } from './required-letters.ts'

/** Maximum and minimum number of letters of an indexed substring. */
const [maxLetters, minLetters] = [5, 3]

/** A substring to index, preferably without a space. */
function pieceOf(string: string): string | null {
  const length = Math.min(maxLetters, string.length)
  if (length < minLetters) return null
  const pieces = Array.from({ length: string.length - length + 1 }, (_, at) => string.slice(at, at + length))
  return pieces.find((piece) => !piece.includes(' ')) ?? pieces[0] ?? null
}

/** A number for the three letters at a position; other letters may have the same one. */
const keyAt = (text: string, at: number) =>
  (text.charCodeAt(at) << 16) ^ (text.charCodeAt(at + 1) << 8) ^ text.charCodeAt(at + 2)

/**
 * Finds the patterns that can match a text, by a few letters that each of them requires. Most of the hundreds of
 * phrases need not be tried, or even compiled.
 */
export function createPhraseIndex(patterns: readonly RegExp[]): (text: string) => ReadonlySet<RegExp> {
  const always: RegExp[] = []
  const byKey = new Map<number, { piece: string; pattern: RegExp }[]>()
  for (const pattern of patterns) {
    const pieces = Array.from(requiredStrings(pattern) ?? [''], pieceOf)
    if (pieces.includes(null)) always.push(pattern)
    else
      for (const piece of new Set(pieces))
        if (piece !== null) {
          const key = keyAt(piece, 0)
          byKey.set(key, [...(byKey.get(key) ?? []), { piece, pattern }])
        }
  }
  // The same text is queried for one topic after another.
  let last = { text: '', found: new Set(always) }
  return (text) => {
    if (last.text === text) return last.found
    const found = new Set(always)
    for (let at = 0; at + minLetters <= text.length; at += 1)
      for (const { piece, pattern } of byKey.get(keyAt(text, at)) ?? [])
        if (text.startsWith(piece, at)) found.add(pattern)
    last = { text, found }
    return found
  }
}
