import { spokenTermsOf, wordsOf } from '../language/words.ts'
import { topics } from './topics.ts'

/** A sentence and the index of its turn. */
export interface Spoken {
  at: number
  text: string
  /** Weight of this speaker's words. */
  weight: number
}

export interface Theme {
  label: string
  /** The most frequent words of the theme, used if the label itself was not said. */
  said: readonly string[]
  pattern: RegExp
  /** Weighted number of turns that mention the theme. */
  count: number
  turns: ReadonlySet<number>
}

/** The weighted number of turns from which something is a theme; smaller in a short session. */
function recurs(sentences: readonly Spoken[]): number {
  const turns = sentences.at(-1)?.at ?? 0
  return turns > 120 ? 3 : turns > 60 ? 2.6 : 2
}
/** Share of common turns above which two names mean the same theme. */
const shared = 0.6

/** Recurring themes, most frequent first: known topics, and things named repeatedly. */
export function themesIn(sentences: readonly Spoken[], count: number): Theme[] {
  const plain = sentences.map((one) => ({ ...one, text: plainOf(one.text) }))
  const known = topics.map(([label, pattern]) => themeOf(label, pattern, plain))
  const named = [...namesOfTwo(plain), ...thingsNamed(plain)]
    .filter((word) => !topics.some(([, pattern]) => pattern.test(word)))
    .map((word) =>
      themeOf(capital(word), new RegExp(String.raw`\b${word.replace(' ', String.raw`[\s-]+`)}(?:e?s)?\b`), plain),
    )
  const found = [...known, ...named]
    .filter((theme) => theme.count >= recurs(sentences))
    .toSorted((one, other) => other.count - one.count)
  return found.filter((theme, at) => !found.slice(0, at).some((earlier) => isSame(theme, earlier))).slice(0, count)
}

export const plainOf = (text: string) => text.toLowerCase().replace(/[’‘ʼ]/g, "'")

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

function themeOf(label: string, pattern: RegExp, sentences: readonly Spoken[]): Theme {
  const matching = sentences.filter(({ text }) => pattern.test(text))
  const turns = new Map<number, number>()
  for (const { at, weight } of matching) turns.set(at, Math.max(weight, turns.get(at) ?? 0))
  const said = new Map<string, number>()
  for (const { text } of matching) {
    const word = pattern.exec(text)?.[0]
    if (word) said.set(word, (said.get(word) ?? 0) + 1)
  }
  return {
    label,
    said: [...said].toSorted(([, one], [, other]) => other - one).map(([word]) => word),
    pattern,
    count: [...turns.values()].reduce((sum, weight) => sum + weight, 0),
    turns: new Set(turns.keys()),
  }
}

function isSame(one: Theme, other: Theme): boolean {
  const both = [...one.turns].filter((at) => other.turns.has(at)).length
  return both / (one.turns.size + other.turns.size - both) > shared
}

/** Words that are not a topic, even after `the` or `my`. */
const genericNouns: ReadonlySet<string> = new Set(
  `way time times day days week weeks month months year years hour hours minute minutes thing things lot bit kind sort couple
  moment point part parts side end rest idea reason reasons fact case question questions person people guy guys man woman
  one ones other others same first last next right left whole only best worst most more little big good bad great
  morning night evening afternoon weekend today room place home house head mind hand hands life own self world
  doctor therapist session sessions appointment visit test tests exam results number numbers name word words problem problems
  information resource resources twenty thirty forty fifty sixty seventy eighty ninety hundred eight amount percent scale binge stuff something everything anything feeling feelings thought thoughts change changes past future start beginning
  middle top bottom situation story sense extra new old few second third different certain specific general`.split(
    /\s+/,
  ),
)

/** Noun endings. */
const nounEnding = /(?:ness|ment|tion|sion|ity|ship|ance|ence|hood|dom|mony|ism)$/
/** Minimum mentions of a thing that becomes a theme. */
const minMentions = 3

/** Frequently named nouns, recognized by their ending or by a possessive or article before them. */
function thingsNamed(sentences: readonly Spoken[]): string[] {
  const withOne = new Map<string, number>()
  const all = new Map<string, number>()
  for (const { text } of sentences) {
    const words = wordsOf(text).map((word) => word.text)
    for (const [at, word] of words.entries()) {
      if (word.length < 4 || !/^[a-z]+$/.test(word) || genericNouns.has(word)) continue
      const singular = word.replace(/(?<!s)s$/, '')
      count(all, singular)
      if (determiners.has(words[at - 1] ?? '') || nounEnding.test(singular)) count(withOne, singular)
    }
  }
  return [...withOne]
    .filter(([word, times]) => times >= minMentions && times / (all.get(word) ?? times) > 0.6)
    .map(([word]) => word)
}

/** Pairs of words that occur together often, and seldom apart: `inner harmony`, `self respect`. */
function namesOfTwo(sentences: readonly Spoken[]): string[] {
  const pairs = new Map<string, number>()
  const firstWords = new Map<string, number>()
  for (const { text } of sentences) {
    const words = wordsOf(text).map((word) => word.text)
    for (const [at, word] of words.entries()) {
      const next = words[at + 1] ?? ''
      count(firstWords, word)
      if (
        [word, next].every((one) => /^[a-z]{4,}$/.test(one) && !genericNouns.has(one) && spokenTermsOf(one).length > 0)
      )
        count(pairs, `${word} ${next}`)
    }
  }
  return [...pairs]
    .filter(
      ([pair, times]) => times >= minMentions && times / (firstWords.get(pair.split(' ')[0] ?? '') ?? times) > 0.5,
    )
    .map(([pair]) => pair)
    .filter((pair) => nounEnding.test(pair) || determinedPair(pair, sentences))
}

function determinedPair(pair: string, sentences: readonly Spoken[]): boolean {
  const named = new RegExp(String.raw`\b(?:my|your|the|a|his|her|our)\s+${pair.replace(' ', String.raw`[\s-]+`)}\b`)
  return sentences.some(({ text }) => named.test(text))
}

const count = (map: Map<string, number>, word: string) => void map.set(word, (map.get(word) ?? 0) + 1)

const determiners: ReadonlySet<string> = new Set('my your his her our their the'.split(' '))
