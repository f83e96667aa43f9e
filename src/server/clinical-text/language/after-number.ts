import { numberWords, type Reading, scales, zeroPattern } from './number-words.ts'
import { unitOf } from './units.ts'

const noPlural = /^(?:is|was|has|as|this|does|its|always|sometimes|perhaps|plus|us|unless|towards|besides)$/

/** True for a word that looks like a plural noun. */
export const isPlural = (word: string) => /\w\ws$/.test(word) && !noPlural.test(word)

const articles = /^(?:an?|the|my|his|her|one|those|these)$/
const ratePattern = /^(?:day|night|week|month|year)$/

/** The unit directly after a number: `half a mile` has a unit, `eight hundred a month` and `point five a day` have none. */
export function ownUnitAt(tokens: readonly string[], { value, next: at }: Reading): string | null {
  const next = tokens[at] ?? ''
  const unit = unitOf(next)
  if (unit) return unit
  const isPart = value > 0 && value < 1
  if (next !== 'of' && next !== 'more' && !(isPart && articles.test(next))) return null
  const after = tokens[at + 1] ?? ''
  const named = unitOf(isPart && next === 'of' && articles.test(after) ? (tokens[at + 2] ?? '') : after)
  const isRate = /^an?$/.test(next) && !/^(?:half|quarters?)$/.test(tokens[at - 1] ?? '')
  return isRate && ratePattern.test(named ?? '') ? null : named
}

/** Words between a number and the end of its range: `two to three`. */
export const rangePattern = /^(?:to|or)$/

const isOfNumber = (word: string) =>
  word === 'point' ||
  /^\d/.test(word) ||
  zeroPattern.test(word) ||
  numberWords[word] !== undefined ||
  scales[word] !== undefined

/**
 * The unit after a number that is still being read, or after the end of its range. Skips the words of that end: a reading
 * of them could look for the end of another range, and so on.
 */
export function nextUnit(tokens: readonly string[], read: Reading): string | null {
  if (!rangePattern.test(tokens[read.next] ?? '')) return ownUnitAt(tokens, read)
  let next = read.next + 1
  while (isOfNumber(tokens[next] ?? '')) next += 1
  return next === read.next + 1 ? null : unitOf(tokens[next] ?? '')
}
