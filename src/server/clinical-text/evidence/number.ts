import { amountsIn, datesIn, spokenDatesIn } from '../language/numbers.ts'
import type { Finding } from './claim.ts'

/** A number, date, dose or score whose value (with its unit, where both name one) no quote contains. */
export function number(text: string, quotes: readonly string[]): Finding | null {
  const spoken = amountsIn(quotes.join(' . '))
  const dates = new Set(quotes.flatMap(spokenDatesIn))
  const date = datesIn(text).find((one) => !dates.has(one))
  const amount = amountsIn(text).find(
    ({ value, unit, isVague }) =>
      !isVague &&
      !spoken.some((said) => said.value === value && (unit === null || said.unit === null || said.unit === unit)),
  )
  const missing = date ?? amount?.value.toString()
  return missing === undefined ? null : { reason: `‘${missing}’ is not in the cited words.` }
}
