import type { Reading } from './number-words.ts'
import { readNumber, unitAt } from './read-number.ts'
import { isMeasure, measureNames, unitOf } from './units.ts'

/** A number in a text, with the unit after it if that is a known one. */
export interface Amount {
  /** For the unit `clock`, the hours since midnight or noon: 6.5 for `half past six`. */
  value: number
  unit: string | null
  /** `one`, `once` and `first` without a unit: more often idioms than counts. */
  isVague: boolean
  /** The numbers that the same words may also be: `ten fifteen` is a time of day, or ten and fifteen. */
  parts?: readonly Amount[]
}

/** A number with the rest of its text, in lower case and with some numbers in figures. */
export interface PlacedAmount extends Amount {
  before: string
  after: string
}

const vague: ReadonlySet<string> = new Set(['one', 'once', 'first'])

/** Spoken numbers and their written form: `half an hour`, `a fortnight`, `.5`, `'04`. */
const ways: readonly (readonly [RegExp, string])[] = [
  [/[’‘ʼ]/g, "'"],
  [/\b(?:(?:a )?half (?:an|a) hour|half-hour)\b/g, '30 minutes'],
  [/\b(?:a )?quarter of an hour\b/g, '15 minutes'],
  [/\b(?:three[ -]quarters of an hour)\b/g, '45 minutes'],
  [/\b(?:an hour and a half)\b/g, '90 minutes'],
  [new RegExp(String.raw`\b(?:an?|one) (${measureNames}) and a half\b`, 'g'), '1.5 $1'],
  [/\b(?:the |a |last |past )*fortnight\b/g, '2 weeks'],
  [/\bone[ -](?=half\b)/g, ''],
  [/\bper cent\b/g, 'percent'],
  [new RegExp(String.raw`\b1/2(?= (?:of )?(?:(?:an?|the|my) )?(?:${measureNames})\b)`, 'g'), '½'],
  [new RegExp(String.raw`\b1/4(?= (?:of )?(?:(?:an?|the|my) )?(?:${measureNames})\b)`, 'g'), '¼'],
  [new RegExp(String.raw`\b3/4(?= (?:of )?(?:(?:an?|the|my) )?(?:${measureNames})\b)`, 'g'), '¾'],
  [/(?<=\d) ?½/g, '.5'],
  [/(?<=\d) ?¼/g, '.25'],
  [/(?<=\d) ?¾/g, '.75'],
  [/½/g, '0.5'],
  [/¼/g, '0.25'],
  [/¾/g, '0.75'],
  [/(?<![\w.])\.(?=\d)/g, '0.'],
  [new RegExp(String.raw`(?<![\w'])'([0-2]\d)\b(?! ?(?:${measureNames})\b)`, 'g'), '20$1'],
  [new RegExp(String.raw`(?<![\w'])'([3-9]\d)\b(?! ?(?:${measureNames})\b)`, 'g'), '19$1'],
  [/\b(one|two|three|four|five|seven|eight|nine|ten|eleven|twelve)s\b/g, '$1'],
  [/\bsixes\b/g, 'six'],
  [/\b(?:midnight|midday|noon)\b/g, '12 oclock'],
  [/\bo ?'? ?clock\b/g, 'oclock'],
  [/\b([ap])\. ?m\b\.?/g, '$1m'],
]

const plainNumbers = (text: string) => ways.reduce((rest, [way, plain]) => rest.replace(way, plain), text.toLowerCase())

/** Digits in a name are not numbers: `HbA1c`, `B12`. */
const tokenPattern =
  /\d{1,2}:[0-5]\d(?!\d)|\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|(?!x\d)[a-z]+\d[a-z\d]*|[a-z]+|[,;.?!…](?=\s)|[%$]/g

/**
 * Numbers in a text, in digits or words: `25`, `twenty-five`, `2,000`, `40mg`, `third`, `twice`, `one and a half`, `nineteen
 * seventy four`, `half past six`. `7 out of 10` gives both of its parts.
 */
export const amountsIn = (text: string): Amount[] =>
  placedAmountsIn(text).map(({ value, unit, isVague, parts }) => ({ value, unit, isVague, ...(parts && { parts }) }))

/** Like `amountsIn`, with the text before and after each number and its unit. */
export function placedAmountsIn(text: string): PlacedAmount[] {
  const plain = plainNumbers(text)
  const matches = [...plain.matchAll(tokenPattern)]
  const tokens = matches.map(([token]) => (/^[;.?!…]$/.test(token) ? ',' : token))
  const found: PlacedAmount[] = []
  let at = 0
  while (at < tokens.length) {
    const read = readNumber(tokens, at)
    if (read === null) {
      at += 1
      continue
    }
    const amount = amountOf(tokens, at, read)
    const isNamed = unitOf(tokens[read.next] ?? '') !== null
    const last = matches[isNamed ? read.next : read.next - 1]
    const parts = read.parts?.map((part) => amountOf(tokens, part.at, part))
    const after = plain.slice(last ? last.index + last[0].length : plain.length)
    const isHalfMore = isNamed && tokens.slice(read.next + 1, read.next + 4).join(' ') === 'and a half'
    const value = isHalfMore ? amount.value + 0.5 : amount.value
    found.push({ ...amount, value, ...(parts && { parts }), before: plain.slice(0, matches[at]?.index), after })
    at = isHalfMore ? read.next + 4 : read.next
  }
  return found
}

/** Amounts and the parts of those that have another meaning. */
export const readingsOf = (amounts: readonly Amount[]): Amount[] =>
  amounts.flatMap((amount) => [amount, ...(amount.parts ?? [])])

function amountOf(tokens: readonly string[], at: number, read: Reading): Amount {
  const unit = unitOfReading(tokens, at, read)
  const isIdiom = !isMeasure(unit) && unit !== 'clock' && vague.has(tokens[at] ?? '') && read.next === at + 1
  if (unit !== 'clock' || read.unit === 'clock') return { value: read.value, unit, isVague: isIdiom }
  const hours = hoursOf(read.value)
  return hours === null ? { value: read.value, unit: null, isVague: isIdiom } : { value: hours, unit, isVague: isIdiom }
}

function unitOfReading(tokens: readonly string[], at: number, read: Reading): string | null {
  if (read.unit === 'clock') return 'clock'
  if (tokens[at - 1] === '$') return 'dollar'
  const after = tokens[read.next] ?? ''
  if (read.unit === 'ordinal' && /^(?:birthday|anniversary)$/.test(after)) return 'year'
  return unitAt(tokens, read) ?? read.unit ?? null
}

/** The hours of a time of day that is written as a number: 6 or 630. Null if it is none. */
export function hoursOf(value: number): number | null {
  if (value >= 0 && value <= 24) return value
  const minutes = value % 100
  const isTime = Number.isInteger(value) && value >= 100 && value < 2460 && minutes < 60
  return isTime ? Math.floor(value / 100) + minutes / 60 : null
}
