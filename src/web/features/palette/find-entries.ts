import { searchedWords, startsWithAny } from '#shared/rules/search-words.ts'

/** Searchable text of a palette entry. */
export interface Findable {
  label: string
  /** Additional words that find the entry. */
  alike?: string
}

/**
 * Returns the entries that contain, for each typed word, a word that begins with it; all entries if nothing was typed.
 */
export function findEntries<Entry extends Findable>(entries: readonly Entry[], text: string): readonly Entry[] {
  const words = searchedWords(text)
  return entries.filter(({ label, alike = '' }) => words.every((word) => startsWithAny(`${label} ${alike}`, [word])))
}

/** Minimum number of characters of a name to search clients (spec core §5). */
export const minClientCharacters = 2

/** Splits the input into an action and a name: `start maya` starts a session with Maya. */
export function intentOf(text: string): { verb: 'start' | 'upload' | null; name: string } {
  const [, word = '', name = ''] = /^\s*(\S+)\s+(.*?)\s*$/s.exec(text) ?? []
  const verb = { start: 'start', record: 'start', upload: 'upload' } as const
  const spoken = word.toLowerCase()
  if (spoken === 'start' || spoken === 'record' || spoken === 'upload') {
    const rest = name.replace(/^session(\s+(with|for))?(\s+|$)/i, '')
    return { verb: verb[spoken], name: rest }
  }
  return { verb: null, name: text.trim() }
}
