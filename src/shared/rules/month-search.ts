import { addMonths, isMonth, monthOf, monthSpan } from './calendar.ts'

/** A month named in a search, and the other words. */
export interface MonthSearch {
  /** `yyyy-MM` */
  month: string
  from: string
  to: string
  /** The search without the month. */
  rest: string
  /** True if the search names a year. Without a year, the month may also be a word or a name: April, May. */
  isCertain: boolean
}

const monthNames = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
const namePattern = String.raw`(?<name>${monthNames.join('|')}|${monthNames.map((full) => full.slice(0, 3)).join('|')}|sept)\.?`

// A number beside a slash or a dash belongs to a whole date, not to a month.
const forms = [
  new RegExp(String.raw`(?<![\p{L}\p{N}])${namePattern},?\s+(?<year>\d{4})(?![\p{L}\p{N}])`, 'iu'),
  /(?<![\p{L}\p{N}/.-])(?<number>0?[1-9]|1[0-2])\/(?<year>\d{4})(?![\p{L}\p{N}/-])/u,
  /(?<![\p{L}\p{N}/.-])(?<year>\d{4})-(?<number>0[1-9]|1[0-2])(?![\p{L}\p{N}/-])/u,
  new RegExp(String.raw`(?<![\p{L}\p{N}])${namePattern}(?![\p{L}\p{N}])`, 'iu'),
]

/**
 * The month of a search: `October 2026`, `Oct 2026`, `10/2026`, `2026-10`, or `October` and `Oct` for the last one that
 * has begun. Null without a month.
 */
export function readMonth(search: string, today: string): MonthSearch | null {
  for (const form of forms) {
    const found = form.exec(search)
    if (!found) continue
    const { name: named, number, year } = found.groups ?? {}
    const place =
      named === undefined ? Number(number) : monthNames.findIndex((full) => full.startsWith(prefixOf(named))) + 1
    const month = year === undefined ? lastMonth(place, today) : `${year}-${twoDigits(place)}`
    if (!isMonth(month)) continue
    const rest = `${search.slice(0, found.index)} ${search.slice(found.index + found[0].length)}`
    return { month, ...monthSpan(month), rest: rest.replace(/\s+/g, ' ').trim(), isCertain: year !== undefined }
  }
  return null
}

/** The most recent month of this number that has begun. */
function lastMonth(place: number, today: string): string {
  const inThisYear = `${today.slice(0, 4)}-${twoDigits(place)}`
  return inThisYear <= monthOf(today) ? inThisYear : monthOf(addMonths(`${inThisYear}-01`, -12))
}

const prefixOf = (named: string) => named.toLowerCase().slice(0, 3)
const twoDigits = (number: number) => String(number).padStart(2, '0')
