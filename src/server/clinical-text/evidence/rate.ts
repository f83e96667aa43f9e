import { numberWords } from '../language/number-words.ts'
import type { Finding } from './claim.ts'

/** A frequency: `twice a week` has the count 2 and the unit `week`. `what` is the text as written. */
interface Rate {
  count: number
  unit: string
  what: string
}

const counts: Readonly<Record<string, number>> = { ...numberWords, once: 1, twice: 2, thrice: 3 }

/** Every night and every morning are daily. */
const units: Readonly<Record<string, string>> = {
  hour: 'hour',
  hourly: 'hour',
  day: 'day',
  daily: 'day',
  night: 'day',
  nightly: 'day',
  morning: 'day',
  evening: 'day',
  afternoon: 'day',
  week: 'week',
  weekly: 'week',
  month: 'month',
  monthly: 'month',
  year: 'year',
  yearly: 'year',
}

const countPattern = String.raw`(?<![\p{L}\d.,-])(${Object.keys(counts).join('|')}|\d{1,2})(?![\d.,-])`
const betweenPattern = String.raw`(?:\s+(?:times?|\p{L}+))?`
const unit = 'hour|day|night|morning|evening|afternoon|week|month|year'
const patterns = [
  // Matches `twice a week` and `three cups each day`.
  new RegExp(
    String.raw`${countPattern}${betweenPattern}\s+(?:a|an|per|each|every|in an?|in the)\s+(?:single\s+)?(${unit})\b`,
    'giu',
  ),
  // Matches `four times daily`.
  new RegExp(String.raw`${countPattern}${betweenPattern}\s+(hourly|daily|nightly|weekly|monthly|yearly)\b`, 'giu'),
]
const onePer = new RegExp(
  String.raw`\b(?:(?:per|each|every)\s+(?:single\s+)?(${unit})|(hourly|daily|nightly|weekly|monthly|yearly))\b`,
  'giu',
)

function ratesIn(text: string): Rate[] {
  const found: Rate[] = []
  const rest = patterns.reduce(
    (left, pattern) =>
      left.replace(pattern, (what: string, many: string, per: string) => {
        found.push({ count: counts[many.toLowerCase()] ?? Number(many), unit: units[per.toLowerCase()] ?? per, what })
        return ' '.repeat(what.length)
      }),
    text,
  )
  for (const [what, noun, adverb] of rest.matchAll(onePer))
    found.push({ count: 1, unit: units[(noun ?? adverb ?? '').toLowerCase()] ?? '', what })
  return found
}

/** True if a text contains the unit outside of a rate: `see you next week`. */
function mentions(text: string, claimed: string): boolean {
  const rest = [...patterns, onePer].reduce((left, pattern) => left.replace(pattern, ' '), text)
  return [...rest.matchAll(/\p{L}+/gu)].some(([word]) => units[word.toLowerCase().replace(/s$/, '')] === claimed)
}

/** Flags another rate than in the cited words: `four times weekly` for `four times a day`. */
export function rate(text: string, quotes: readonly string[]): Finding | null {
  const said = quotes.flatMap(ratesIn)
  for (const claimed of ratesIn(text)) {
    const sameCount = said.filter((one) => one.count === claimed.count)
    if (sameCount.length === 0 || sameCount.some((one) => one.unit === claimed.unit)) continue
    if (claimed.count === 1 && quotes.some((quote) => mentions(quote, claimed.unit))) continue
    return { reason: `‘${claimed.what}’ is not in the cited words. They say ‘${sameCount[0]?.what}’.` }
  }
  return null
}
