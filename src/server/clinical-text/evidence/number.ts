import { type Amount, amountsIn, datesIn, singleUnitsIn, spokenDatesIn } from '../language/numbers.ts'
import { withoutRepairs } from '../language/repairs.ts'
import type { Finding } from './claim.ts'

const isDay = (date: string) => date.endsWith('day')

/** True for a day or month that was said shortly before, if the quotes name no other day or month. */
function isTopic(date: string, dates: ReadonlySet<string>, before: ReadonlySet<string>): boolean {
  return before.has(date) && ![...dates].some((other) => isDay(other) === isDay(date))
}

/** Units that can be converted, each as a multiple of the smallest unit of its kind. */
const multiples: Readonly<Record<string, readonly [string, number]>> = {
  second: ['time', 1],
  minute: ['time', 60],
  hour: ['time', 3600],
  day: ['days', 1],
  week: ['days', 7],
  year: ['years', 1],
  decade: ['years', 10],
  mcg: ['weight', 1],
  mg: ['weight', 1000],
  g: ['weight', 1_000_000],
  kg: ['weight', 1_000_000_000],
}

function isEqual(claimed: Amount, said: Amount): boolean {
  if (claimed.value === said.value && (claimed.unit === null || said.unit === null || claimed.unit === said.unit))
    return true
  const [kind, factor] = multiples[claimed.unit ?? ''] ?? ['', 0]
  const [other, theirs] = multiples[said.unit ?? ''] ?? ['', 0]
  if (kind !== '' && kind === other) return Math.abs(claimed.value * factor - said.value * theirs) < 1e-6
  // `ninety-eight` may be a year.
  const isYear = claimed.unit === null && claimed.value >= 1930 && claimed.value < 2000
  return isYear && said.unit === null && said.value === claimed.value - 1900
}

const comparingPattern =
  /\b(?:earlier|later|more|less|fewer|longer|shorter|sooner|higher|lower|increas\w+|decreas\w+|gain\w*|los[st]\w*|los(?:s|es)|reduc\w+|improv\w+|over-?ran|overrunning|fell|fallen|dropp?\w*|ris(?:e|en|ing)|rose|up by|down by)\b/i

/**
 * True if a claimed difference is that of two numbers that were said: `two hours earlier` for nine instead of eleven
 * o'clock.
 */
function isDifference(claimed: Amount, text: string, spoken: readonly Amount[]): boolean {
  if (claimed.unit === null || !comparingPattern.test(text)) return false
  const values = spoken.map(({ value }) => value)
  return values.some((one) => values.some((other) => Math.abs(one - other - claimed.value) < 1e-6 && one > other))
}

/** Removes the end of a scale, e.g. of `7 out of 10`, because speakers seldom repeat it. */
const withoutScale = (text: string) => text.replace(/(?<=\d)\s*(?:\/|out of)\s*10{1,2}\b/g, '')

const tens = ['twenties', 'thirties', 'forties', 'fifties', 'sixties', 'seventies', 'eighties', 'nineties']

/** Removes decades such as `in her fifties` if a number of that decade was said. */
function withoutDecades(text: string, spoken: readonly Amount[]): string {
  return tens.reduce((rest, decade, at) => {
    const from = (at + 2) * 10
    const isSaid = spoken.some(({ value }) => value >= from && value < from + 10)
    return isSaid ? rest.replace(new RegExp(String.raw`\b${decade}\b`, 'gi'), '') : rest
  }, text)
}

const severalPattern = /\bof (?:the|those|these|my)\b|\beach\b|\btimes\b/i

/** True for an amount that is a product of cited numbers: `two of the 200s` are 400 mg. */
const isProduct = ({ value, unit }: Amount, quotes: readonly string[]) =>
  unit !== null &&
  quotes
    .flatMap((quote) => quote.split(/[,.?!]+(?=\s|$)/))
    .filter((part) => severalPattern.test(part))
    .map((part) => amountsIn(part).map((said) => said.value))
    .some((values) => values.some((one, at) => values.slice(at + 1).some((other) => one * other === value)))

/** Number of days or months that the quotes list by name, which a note may count: `Monday and Tuesday` are two days. */
function listedIn(quotes: readonly string[]): number | null {
  const dates = [...new Set(quotes.flatMap(datesIn))]
  const days = dates.filter(isDay)
  const listed = days.length > 1 ? days : dates
  return listed.length > 1 ? listed.length : null
}

/** Flags a number, date, dose or score that no quote contains. If both name a unit, the units must agree. */
export function number(text: string, quotes: readonly string[], before: readonly string[]): Finding | null {
  const meant = quotes.map(withoutRepairs)
  const spoken = meant.flatMap((quote) => quote.split(/[.?!…]+(?=\s|$)/)).flatMap(amountsIn)
  const dates = new Set(meant.flatMap(spokenDatesIn))
  const topics = new Set(before.flatMap(spokenDatesIn))
  const date = datesIn(text).find((one) => !dates.has(one) && !isTopic(one, dates, topics))
  const listed = listedIn(quotes)
  const single = new Set(meant.flatMap((quote) => [...singleUnitsIn(quote)]))
  const isSingle = ({ value, unit }: Amount) => value === 1 && unit !== null && single.has(unit)
  const amount = amountsIn(withoutDecades(withoutScale(text), spoken)).find(
    (claimed) =>
      !claimed.isVague &&
      claimed.value !== listed &&
      !isSingle(claimed) &&
      !isDifference(claimed, text, spoken) &&
      !isProduct(claimed, meant) &&
      !spoken.some((said) => isEqual(claimed, said)),
  )
  const missing = date ?? amount?.value.toString()
  return missing === undefined ? null : { reason: `‘${missing}’ is not in the cited words.` }
}
