import { amountsIn, datesIn, spokenDatesIn } from '../language/numbers.ts'
import type { Finding } from './claim.ts'

const isDay = (date: string) => date.endsWith('day')

/** A date that was said just before, where the quotes name no other of its kind. */
function isTopic(date: string, dates: ReadonlySet<string>, before: ReadonlySet<string>): boolean {
  return before.has(date) && ![...dates].some((other) => isDay(other) === isDay(date))
}

/** A number, date, dose or score whose value (with its unit, where both name one) no quote contains. */
export function number(text: string, quotes: readonly string[], before: readonly string[]): Finding | null {
  const spoken = amountsIn(quotes.join(' . '))
  const dates = new Set(quotes.flatMap(spokenDatesIn))
  const topics = new Set(before.flatMap(spokenDatesIn))
  const date = datesIn(text).find((one) => !dates.has(one) && !isTopic(one, dates, topics))
  const amount = amountsIn(text).find(
    ({ value, unit, isVague }) =>
      !isVague &&
      !spoken.some((said) => said.value === value && (unit === null || said.unit === null || said.unit === unit)),
  )
  const missing = date ?? amount?.value.toString()
  return missing === undefined ? null : { reason: `‘${missing}’ is not in the cited words.` }
}
