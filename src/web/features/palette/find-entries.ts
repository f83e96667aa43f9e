import { searchedWords, startsWithAny } from '#shared/rules/search-words.ts'

/** Something that the palette offers, by the words it is found by. */
export interface Findable {
  label: string
  /** Further words by which it is found. */
  alike?: string
}

/** Entries of which each typed word begins a word; all of them while nothing is typed. */
export function findEntries<Entry extends Findable>(entries: readonly Entry[], text: string): readonly Entry[] {
  const words = searchedWords(text)
  return entries.filter(({ label, alike = '' }) => words.every((word) => startsWithAny(`${label} ${alike}`, [word])))
}

/** From so many characters of a name on, clients are searched for (spec core §5). */
export const minClientCharacters = 2

/** What a person wants with a client, and the name they typed: `start maya` is about a session with Maya. */
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
