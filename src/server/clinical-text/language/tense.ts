import type { Word } from './clauses.ts'

export type Tense = 'past' | 'present' | 'future'

const isVerb = ({ pos }: Word) => pos === 'VERB' || pos === 'AUX'
/** True for a past form: in -ed, or different from the dictionary form and without another ending. */
const isPastForm = ({ text, lemma }: Word) =>
  /(?:ed|'d)$/.test(text) || (text !== lemma && !/(?:s|ing|'s|'m|'re|'ve|'ll|n't)$/.test(text))

const isBeBefore = (words: readonly Word[], at: number) =>
  words.slice(Math.max(0, at - 2), at).some(({ text }) => /^(?:am|is|are|'s)$/.test(text))

/** The tense of a clause, from its first verb that shows one; null if none does. */
export function tenseOf(words: readonly Word[]): Tense | null {
  const texts = words.map(({ text }) => text)
  const joined = ` ${texts.join(' ')} `
  if (/ (?:used to|was supposed to) /.test(joined)) return 'past'
  if (/ (?:is|are|'s|am) (?:\w+ )?(?:booked|scheduled|due|planned|set) /.test(joined)) return 'future'
  if (/ (?:will|shall) /.test(joined) || / (?:am|is|are|'s) (?:not )?going to /.test(joined)) return 'future'
  if (
    words.some(({ text, pos }, at) => pos === 'VERB' && text.endsWith('ing') && isBeBefore(words, at)) &&
    / (?:tomorrow|tonight|next|on (?:mon|tues|wednes|thurs|fri|satur|sun)day) /.test(joined)
  )
    return 'future'
  for (const [at, word] of words.entries()) {
    if (!isVerb(word) || words[at - 1]?.text === 'to') continue
    const { text, lemma } = word
    if (/^(?:was|were|did|had)$/.test(text)) return 'past'
    if (/^(?:have|has|'ve)$/.test(text)) {
      const next = words.slice(at + 1, at + 4).find(isVerb)
      if (next?.text === 'got') return 'present'
      return next && isPastForm(next) ? 'past' : 'present'
    }
    if (/^(?:is|are|am|'m|'re|'s|do|does|be)$/.test(text)) return 'present'
    if (word.pos === 'AUX' || text === 'provided') continue
    if (text.endsWith('ing')) continue
    return isPastForm(word)
      ? 'past'
      : (lemma === text && !/^(?:put|cut|hit|set|read|let|hurt|quit|cost|shut|spread)$/.test(text)) ||
          text.endsWith('s')
        ? 'present'
        : null
  }
  return null
}

/** True if a clause is in the perfect. */
export function isPerfect(words: readonly Word[]): boolean {
  return words.some(
    ({ text }, at) =>
      /^(?:have|has|'ve|'s)$/.test(text) &&
      words.slice(at + 1, at + 4).some((word) => isVerb(word) && isPastForm(word)),
  )
}

/** The months as alternatives of a pattern. */
export const month = 'january|february|march|april|may|june|july|august|september|october|november|december'
const pastOrEnded = new RegExp(
  String.raw`\bused to\b|\bbefore(?=[.,;!?]|$| (?:that|all|this|i (?:was|went|had|got)|the (?:accident|injury|illness|operation|pregnancy)))|^before,? i(?:'d| would| was)|\bago\b|\b(?:any ?more|no longer|not now)\b|\b(?:at first|at the start|in the beginning|back then|at the time|in those days|as a (?:kid|child|teenager|student))\b|\blast (?:week|month|year|winter|spring|summer|autumn|fall|time|night|${month})\b|\bin (?:the )?(?:past|winter|spring|summer|autumn|fall|pregnancy|first|early|${month}|19\d\d|20\d\d)\b|\bfirst (?:\w+ )?(?:nights?|days?|weeks?|months?|years?)\b|\buntil (?:last|yesterday|i|he|she|we|they|the)\b|\bwhen i was\b|\b(?:stopped|went away|gone(?: now)?|quit|wore off|over now)\b|\bthat went\b|\b(?:been|gone) (?:dry|sober|clean) (?:for|since)\b|\b(?:${month}) i (?:was|had)\b`,
  'i',
)

/** True if a sentence says that a time is over. */
export function isOver(sentence: string): boolean {
  return pastOrEnded.test(sentence)
}

const relativePattern = /\b(last|next|this) (\w+)\b/gi

/** A unit of time that one text calls `last` and the other `next` or `this`; undefined if there is none. */
export function otherRelativeTime(claimed: string, said: string): string | undefined {
  const theirs = Array.from(
    said.matchAll(relativePattern),
    ([, which = '', unit = '']) => [which.toLowerCase(), unit.toLowerCase()] as const,
  )
  for (const [, which = '', unit = ''] of claimed.matchAll(relativePattern)) {
    const same = theirs.filter(([, other]) => other === unit.toLowerCase())
    if (same.length > 0 && same.every(([other]) => other !== which.toLowerCase())) return unit
  }
  return undefined
}
