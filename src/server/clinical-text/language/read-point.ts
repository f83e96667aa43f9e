import { isPlural, nextUnit } from './after-number.ts'
import { numberWords, readBelowHundred, type Reading, scales, zeroPattern } from './number-words.ts'

const countPattern = /^(?:pill|drink|minute|hour|day|night|week|month|year|decade)$/

/**
 * True if the last digit after `point` is another number: `point five two times a day`, `point five two pills`. A quarter
 * of a thing is more usual: `point two five pills`.
 */
function isLastCount(digits: string, unit: string | null): boolean {
  return unit === 'times' || (countPattern.test(unit ?? '') && !/[27]5$/.test(digits))
}

/** Reads the digits after `point`: `five`, `two five`, `oh eight`, `twenty-five`. */
function readFraction(tokens: readonly string[], at: number): { digits: string; next: number } | null {
  if (/^\d+$/.test(tokens[at] ?? '')) return { digits: tokens[at] ?? '', next: at + 1 }
  let digits = ''
  for (let next = at; next < tokens.length; next += 1) {
    const word = tokens[next] ?? ''
    const digit = zeroPattern.test(word) ? 0 : numberWords[word]
    if (digit === undefined || digit > 9) break
    digits += digit.toString()
  }
  const unit = digits.length > 1 ? nextUnit(tokens, { value: 1, next: at + digits.length }) : null
  if (isLastCount(digits, unit)) digits = digits.slice(0, -1)
  if (digits !== '') return { digits, next: at + digits.length }
  const whole = readBelowHundred(tokens, at)
  return whole && { digits: whole.value.toString(), next: whole.next }
}

/** Reads `point five` after a whole number. */
export function readPoint(tokens: readonly string[], whole: Reading): Reading {
  const fraction = tokens[whole.next] === 'point' ? readFraction(tokens, whole.next + 1) : null
  return fraction === null ? whole : { value: Number(`${whole.value}.${fraction.digits}`), next: fraction.next }
}

/** Words before `point` if it is a noun, and those that may also precede `point five`. */
const nounPattern =
  /^(?:this|that|these|some|one|which|what|whatever|any|every|each|no|breaking|turning|starting|tipping|boiling|low|high|main|whole|good|sore|bullet|talking|sticking|next|last|same)$/
const articlePattern = /^(?:an?|my|his|her|your|their|our|another)$/
const dosePattern = /^(?:mg|mcg|g|kg|ml|percent)$/
const singlePattern = /^(?:tablet|pill|capsule|tab|cap|patch|dose)$/
const groupPattern = /^(?:people|children|men|women)$/

/** Reads `point five` without `zero` before it. `That point five milligrams` may be 5 mg, so both are read. */
export function readBarePoint(tokens: readonly string[], at: number): Reading | null {
  const before = tokens[at - 1] ?? ''
  const fraction = readFraction(tokens, at + 1)
  if (fraction === null) return null
  const read = { value: Number(`0.${fraction.digits}`), next: fraction.next }
  const unit = nextUnit(tokens, { ...read, value: 1 })
  const [next = '', group = ''] = tokens.slice(read.next, read.next + 2)
  const [isDose, isNoun, hasArticle] = [
    dosePattern.test(unit ?? ''),
    nounPattern.test(before),
    articlePattern.test(before),
  ]
  if (isNoun && !isDose) return null
  if (!isNoun && (isDose || singlePattern.test(next))) return read
  const isOther =
    unit !== null || groupPattern.test(next) || (next === 'of' && /^(?:us|them|you|those|these)$/.test(group))
  if (hasArticle && (isOther || scales[next] !== undefined)) return null
  const other = isOther || (hasArticle && isPlural(next)) ? readWhole(tokens, at + 1) : null
  return other?.next === read.next ? { ...read, parts: [{ ...other, at: at + 1 }] } : read
}

function readWhole(tokens: readonly string[], at: number): Reading | null {
  const word = tokens[at] ?? ''
  return /^\d+$/.test(word) ? { value: Number(word), next: at + 1 } : readBelowHundred(tokens, at)
}
