import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A vocabulary in the form that a transducer reads. `pieces` is a file with the parts of words that the model knows. */
export interface Hotwords extends AsyncDisposable {
  text: string
  pieces: string
}

/**
 * Prepares a vocabulary for the transducer with these tokens. Words with characters that the model does not know are left
 * out. Null if no word is left.
 */
export async function prepareHotwords(vocabulary: readonly string[], tokensFile: string): Promise<Hotwords | null> {
  const tokens = (await readFile(tokensFile, 'utf8')).split('\n').map((line) => line.replace(/\s+\d+\s*$/, ''))
  const known = new Set(tokens.join(''))
  const words = vocabulary.filter((word) =>
    Array.from(word).every((character) => character === ' ' || known.has(character)),
  )
  if (words.length === 0) return null
  const folder = await mkdtemp(join(tmpdir(), 'attend-hotwords-'))
  const pieces = join(folder, 'pieces.txt')
  // Tokens are in the order in which their parts are joined. Control tokens, e.g. <blk>, are not parts of words.
  const ranked = tokens.flatMap((token, rank) => (token === '' || /^<.*>$/.test(token) ? [] : `${token}\t${-rank}\n`))
  await writeFile(pieces, ranked.join(''))
  return {
    text: words.join('/'),
    pieces,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}
