import { isPlural, nextUnit, ownUnitAt, rangePattern } from './after-number.ts'
import {
  decades,
  numberWords,
  occasions,
  ordinals,
  readBelowHundred,
  type Reading,
  scales,
  zeroPattern,
} from './number-words.ts'
import { readClock } from './read-clock.ts'
import { readBarePoint, readPoint } from './read-point.ts'
import { isMeasure, unitOf } from './units.ts'

/** Reads the number at a token, or null. */
export function readNumber(tokens: readonly string[], at: number): Reading | null {
  const word = tokens[at] ?? ''
  const time = readClock(tokens, at)
  if (time) return time
  if (word === 'point') return readBarePoint(tokens, at)
  if (zeroPattern.test(word)) return readZero(tokens, at)
  const quarters = readQuarters(tokens, at)
  if (quarters) return quarters
  if (/^\d/.test(word)) return readDigits(tokens, at)
  const decade = decades[word]
  if (decade !== undefined) return { value: decade, next: at + 1 }
  const occasion = occasions[word]
  if (occasion !== undefined) return { value: occasion, next: at + 1, unit: 'times' }
  if (word === 'half' || word === 'couple') return readFew(tokens, at)
  const ordinal = ordinals[word]
  if (ordinal !== undefined) return { value: ordinal, next: at + 1, unit: 'ordinal' }
  const base = readBelowHundred(tokens, at)
  if (base?.unit) return base
  if (base === null) {
    const isMany = scales[word] === undefined || /^(?:few|several|many)$/.test(tokens[at - 1] ?? '')
    return isMany ? null : readRest(tokens, readScales(tokens, { value: 1, next: at }))
  }
  return readRest(tokens, readYear(tokens, readShort(tokens, readScales(tokens, base), at)))
}

/** Reads `nought point five`, but not `oh` without decimals. */
function readZero(tokens: readonly string[], at: number): Reading | null {
  const read = readPoint(tokens, { value: 0, next: at + 1 })
  return read.value > 0 ? read : null
}

/** Reads what may follow a whole number: `point five`, `and a half`, and a scale after these. */
function readRest(tokens: readonly string[], whole: Reading): Reading {
  const read = readHalf(tokens, readPoint(tokens, whole))
  const scale = scales[tokens[read.next] ?? '']
  return scale === undefined || read.next === whole.next ? read : { value: read.value * scale, next: read.next + 1 }
}

function readDigits(tokens: readonly string[], at: number): Reading {
  const value = Number((tokens[at] ?? '').replaceAll(',', ''))
  const after = tokens[at + 1] ?? ''
  if (/^(?:st|nd|rd|th)$/.test(after)) return { value, next: at + 2, unit: 'ordinal' }
  const scale = scales[after]
  return scale === undefined ? readRest(tokens, { value, next: at + 1 }) : { value: value * scale, next: at + 2 }
}

/** Reads `half a dozen`, `half`, `a couple of hundred` and `a couple`, but not `the couple`. */
function readFew(tokens: readonly string[], at: number): Reading | null {
  const isHalf = tokens[at] === 'half'
  const link = isHalf ? /^an?$/ : /^of$/
  const to = link.test(tokens[at + 1] ?? '') ? at + 2 : at + 1
  const scale = scales[tokens[to] ?? '']
  if (scale !== undefined) return { value: scale * (isHalf ? 0.5 : 2), next: to + 1 }
  if (isHalf) return { value: 0.5, next: at + 1 }
  return tokens[at - 1] === 'the' ? null : { value: 2, next: at + 1 }
}

/** Reads `three quarters`, and `a quarter of a tablet`, but not `the last quarter`. */
function readQuarters(tokens: readonly string[], at: number): Reading | null {
  const word = tokens[at] ?? ''
  if (/^(?:three|3)$/.test(word) && /^quarters?$/.test(tokens[at + 1] ?? '')) return { value: 0.75, next: at + 2 }
  if (word !== 'quarter') return null
  const read = { value: 0.25, next: at + 1 }
  return isMeasure(nextUnit(tokens, read)) ? read : null
}

function readScales(tokens: readonly string[], base: Reading): Reading {
  let { value, next } = base
  for (let scale = scales[tokens[next] ?? '']; scale !== undefined; scale = scales[tokens[next] ?? '']) {
    value *= scale
    next += 1
    // `A dozen five-minute talks` are twelve.
    if (scale === scales['dozen']) continue
    const rest = readBelowHundred(tokens, tokens[next] === 'and' ? next + 1 : next)
    if (rest === null) break
    const restScale = scales[tokens[rest.next] ?? '']
    value += restScale === undefined ? rest.value : rest.value * restScale
    next = restScale === undefined ? rest.next : rest.next + 1
  }
  return { value, next }
}

const singlePattern = /^(?:old|tablet|pill|capsule|tab|cap|patch|dose)$/

/** True for the unit in `fifty-milligram tablets` or `ten-minute walks`, which describes the noun after it. */
function describesNext(tokens: readonly string[], at: number): boolean {
  const [unit = '', noun = ''] = tokens.slice(at, at + 2)
  const isNoun = singlePattern.test(noun) || isPlural(noun)
  return isMeasure(unitOf(unit)) && (!unit.endsWith('s') || unit.length < 4) && isNoun
}

/** True for the singular of a unit, as in `one thirty-minute walk`. An abbreviation has no plural: `one fifty mg`. */
const isSingular = (name: string) =>
  isMeasure(unitOf(name)) && /^(?:day|(?!percent$|feet$)[a-z]{3,}[a-rt-z])$/.test(name)

/** A zero within a number, which some transcripts write as one letter. */
const ohPattern = /^oh?$/

/**
 * Reads a dose, a weight or a time of day without its middle word: `one fifty`, `six thirty`, `one oh five`. The other
 * meaning is a part, if speakers also mean it: `ten fifteen` may be a range.
 */
function readShort(tokens: readonly string[], base: Reading, at: number): Reading {
  if (base.value < 1 || base.value > 12 || base.next !== at + 1) return base
  const digit = numberWords[tokens[base.next + 1] ?? ''] ?? 0
  if (ohPattern.test(tokens[base.next] ?? '') && digit > 0 && digit < 10)
    return { value: base.value * 100 + digit, next: base.next + 2 }
  const rest = readBelowHundred(tokens, base.next)
  if (rest === null || rest.value < 10) return base
  const joined = { value: base.value * 100 + rest.value, next: rest.next }
  const parts = [
    { ...base, at },
    { ...rest, at: base.next },
  ]
  const isDescribing = describesNext(tokens, rest.next)
  const mayDescribe = isDescribing || isSingular(tokens[rest.next] ?? '')
  if (base.value < 10 && rest.value >= 20) return mayDescribe ? { ...joined, parts } : joined
  const isTime = base.value < 10 || (rest.value < 60 && !isMeasure(nextUnit(tokens, rest)))
  return isTime && !isDescribing ? { ...joined, parts } : base
}

/** Reads a century followed by a number of two digits: `nineteen seventy four`, `twenty oh five`. */
function readYear(tokens: readonly string[], century: Reading): Reading {
  if (century.value < 18 || century.value > 20) return century
  const rest = readBelowHundred(tokens, century.next)
  const digit = numberWords[tokens[century.next + 1] ?? ''] ?? 0
  if (ohPattern.test(tokens[century.next] ?? '') && digit > 0 && digit < 10)
    return { value: century.value * 100 + digit, next: century.next + 2 }
  return rest !== null && rest.value >= 10 ? { value: century.value * 100 + rest.value, next: rest.next } : century
}

/** Reads `and a half`, `and a quarter` and `and three quarters`. */
function readHalf(tokens: readonly string[], whole: Reading): Reading {
  if (tokens[whole.next] !== 'and') return whole
  const [article = '', name = ''] = tokens.slice(whole.next + 1, whole.next + 3)
  const isOne = /^(?:a|one)$/.test(article)
  const part = isOne && name === 'half' ? 0.5 : isOne && name === 'quarter' ? 0.25 : name === 'quarters' ? 0.75 : 0
  return part === 0 ? whole : { value: whole.value + part, next: whole.next + 3 }
}

/** The unit directly after a number or after the end of its range: in `two to three days`, both are days. */
export function unitAt(tokens: readonly string[], read: Reading): string | null {
  if (!rangePattern.test(tokens[read.next] ?? '')) return ownUnitAt(tokens, read)
  const range = readNumber(tokens, read.next + 1)
  return range && (unitOf(tokens[range.next] ?? '') ?? range.unit ?? null)
}
