import type { Token } from './grammar.ts'
import compiled from './dictionary.json' with { type: 'json' }

/** Synsets of WordNet: groups of words with one meaning, numbered so that the more general ones come first. */
interface Synset {
  /** Lexicographer file: 3 to 28 are nouns by subject; 29 to 43 are verbs. */
  field: number
  hypernyms: readonly number[]
  /** Synsets with similar adjectives or related by derivation, mostly in other parts of speech. */
  related: readonly number[]
}

interface Dictionary {
  antonyms: ReadonlyMap<string, ReadonlySet<string>>
  senses: ReadonlyMap<string, string>
  synsets: readonly string[]
}

let read: Dictionary | undefined
const dictionary = (): Dictionary =>
  (read ??= {
    senses: new Map(
      compiled.words.split('\n').map((line) => {
        const gap = line.indexOf(' ')
        return [line.slice(0, gap), line.slice(gap + 1)]
      }),
    ),
    synsets: compiled.synsets.split('\n'),
    antonyms: antonymsIn(compiled.antonyms),
  })

function antonymsIn(lines: string): Map<string, Set<string>> {
  const antonyms = new Map<string, Set<string>>()
  for (const line of lines.split('\n')) {
    const [word = '', other = ''] = line.split(' ')
    antonyms.set(word, (antonyms.get(word) ?? new Set()).add(other))
  }
  return antonyms
}

const none: ReadonlySet<string> = new Set()

/** Adjectives, verbs and adverbs with the opposite meaning, in dictionary form. */
export const antonymsOf = (word: string): ReadonlySet<string> => dictionary().antonyms.get(word) ?? none

const numbersOf = (codes: string): number[] =>
  codes === '' ? [] : codes.split(' ').map((code) => Number.parseInt(code, 36))

/** True for a common word in any part of speech, in dictionary form. */
export const isCommonWord = (word: string): boolean => dictionary().senses.has(word)

const knownSynsets = new Map<number, Synset>()

function synset(id: number): Synset {
  const known = knownSynsets.get(id)
  if (known) return known
  const row = dictionary().synsets[id] ?? ''
  const [field = '', rest = ''] = row.split(/ (.*)/s)
  const [hypernyms = '', related = ''] = rest.split('/')
  const made = { field: Number.parseInt(field, 36), hypernyms: numbersOf(hypernyms), related: numbersOf(related) }
  knownSynsets.set(id, made)
  return made
}

type Part = 'noun' | 'verb' | 'other'
const partOf = ({ field }: Synset): Part =>
  field >= 3 && field <= 28 ? 'noun' : field >= 29 && field <= 43 ? 'verb' : 'other'
const wantedPart = (pos: string): Part | null =>
  pos === 'NOUN' || pos === 'PROPN'
    ? 'noun'
    : pos === 'VERB' || pos === 'AUX'
      ? 'verb'
      : pos === 'ADJ' || pos === 'ADV'
        ? 'other'
        : null

/** Senses of a word in its part of speech, the most frequent first. If it has none there, its senses in any part of speech. */
function sensesOf(word: string, pos: string): readonly number[] {
  const all = numbersOf(dictionary().senses.get(word) ?? '')
  const part = wantedPart(pos)
  const sensesOfPart = all.filter((id) => partOf(synset(id)) === part)
  return sensesOfPart.length > 0 ? sensesOfPart : all
}

interface Meaning {
  senses: readonly number[]
  main: ReadonlySet<number>
  all: ReadonlySet<number>
  related: ReadonlySet<number>
  above: ReadonlySet<number>
}

const unknown: Meaning = { senses: [], main: new Set(), all: new Set(), related: new Set(), above: new Set() }

/** Caches words of the dictionary only, so words of sessions do not stay in memory. */
const knownMeanings = new Map<string, Meaning>()

/** All more general synsets, up to this many levels. */
function hypernymsOf(id: number, levels: number): number[] {
  if (levels === 0) return []
  return synset(id).hypernyms.flatMap((above) => [above, ...hypernymsOf(above, levels - 1)])
}

function meaningOf({ lemma, pos }: Pick<Token, 'lemma' | 'pos'>): Meaning {
  const key = `${lemma} ${wantedPart(pos)}`
  const known = knownMeanings.get(key)
  if (known) return known
  const senses = sensesOf(lemma, pos)
  if (senses.length === 0) return unknown
  const main = senses.slice(0, 3)
  const made: Meaning = {
    senses,
    main: new Set(main),
    all: new Set(senses),
    related: new Set(main.flatMap((id) => synset(id).related)),
    above: new Set(senses.slice(0, 2).flatMap((id) => hypernymsOf(id, wantedPart(pos) === 'verb' ? 1 : 3))),
  }
  knownMeanings.set(key, made)
  return made
}

const meet = (one: ReadonlySet<number>, other: ReadonlySet<number>) => {
  const [few, many] = one.size < other.size ? [one, other] : [other, one]
  for (const id of few) if (many.has(id)) return true
  return false
}

/** Number of levels above a synset. */
function depthOf(id: number): number {
  const [above] = synset(id).hypernyms
  return above === undefined ? 0 : 1 + depthOf(above)
}

const specific = new Map<number, boolean>()
/** True if a synset is more specific than `thing`, `act` or `state`. */
function isSpecific(id: number): boolean {
  const known = specific.get(id) ?? depthOf(id) >= (partOf(synset(id)) === 'verb' ? 1 : 5)
  specific.set(id, known)
  return known
}

/** True if a word of a note may replace a word that was said: same meaning, same family, or more general. */
export function isInDictionary(claimed: Pick<Token, 'lemma' | 'pos'>, said: Pick<Token, 'lemma' | 'pos'>): boolean {
  const mine = meaningOf(claimed)
  const theirs = meaningOf(said)
  if (meet(mine.main, theirs.all) || meet(mine.all, theirs.main)) return true
  if (meet(mine.related, theirs.main) || meet(theirs.related, mine.main) || meet(mine.related, theirs.related))
    return true
  for (const id of mine.main) if (theirs.above.has(id) && isSpecific(id)) return true
  for (const id of mine.main)
    if (synset(id).hypernyms.some((above) => theirs.main.has(above) && isSpecific(above))) return true
  return false
}

/** Lexicographer file of a word's most frequent meaning in its part of speech; null for an unknown word. */
export function fieldOf({ lemma, pos }: Pick<Token, 'lemma' | 'pos'>): number | null {
  const [first] = sensesOf(lemma, pos)
  return first === undefined ? null : synset(first).field
}

/** True if two words are kinds of one thing, such as `bus` and `tram`. */
export function areSiblings(one: Pick<Token, 'lemma' | 'pos'>, other: Pick<Token, 'lemma' | 'pos'>): boolean {
  if (isInDictionary(one, other) || isInDictionary(other, one)) return false
  const [mine, theirs] = [one, other].map(
    (word) =>
      new Set(
        meaningOf(word)
          .senses.slice(0, 2)
          .flatMap((id) => hypernymsOf(id, 2))
          .filter(isSpecific),
      ),
  )
  return mine !== undefined && theirs !== undefined && meet(mine, theirs)
}

/** True if a word may be an adjective: `abdominal`, `abstinent`. */
export function mayBeAdjective({ lemma, text }: Pick<Token, 'lemma' | 'text'>): boolean {
  return [lemma, text].some((word) => numbersOf(dictionary().senses.get(word) ?? '').some((id) => synset(id).field < 2))
}
