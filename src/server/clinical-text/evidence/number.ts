import { datesIn, spokenDatesIn } from '../language/dates.ts'
import { type Amount, amountsIn, hoursOf, type PlacedAmount, placedAmountsIn, readingsOf } from '../language/numbers.ts'
import { withoutRepairs } from '../language/repairs.ts'
import { isMeasure, multipleOf, singleUnitsIn } from '../language/units.ts'
import type { Finding } from './claim.ts'

const isDay = (date: string) => date.endsWith('day')

/** True for a day or month that was said shortly before, if the quotes name no other day or month. */
function isTopic(date: string, dates: ReadonlySet<string>, before: ReadonlySet<string>): boolean {
  return before.has(date) && ![...dates].some((other) => isDay(other) === isDay(date))
}

const isSame = (one: number, other: number) => Math.abs(one - other) < 1e-6

/** True for a time of day, also for `six thirty` without any other sign of it. */
const isTime = ({ value, unit }: Amount) =>
  unit === 'clock' || (unit === null && value >= 100 && hoursOf(value) !== null)

/**
 * True for the same time of day, if one of both is one: `6:30`, `six thirty` and `18:30` are alike. `18` is not six
 * o'clock, because it may count something.
 */
function isSameTime(claimed: Amount, said: Amount): boolean {
  const [one, other] = [claimed, said].map(({ value, unit }) => (unit === 'clock' ? value : hoursOf(value)))
  if (one === null || one === undefined || other === null || other === undefined) return false
  return isTime(claimed) && isTime(said) ? isSame(one % 12, other % 12) : isSame(one, other)
}

/** Units that say how often: a note may call `twice a week` two days a week. */
const frequencyPattern = /^(?:times|ordinal|day|night)$/

/** True if both have the same unit or one has none. `Twice`, `the second` and `two o'clock` are not two milligrams. */
function haveOneUnit({ unit: claimed }: Amount, { unit: said }: Amount): boolean {
  if (claimed === null || said === null || claimed === said) return true
  return frequencyPattern.test(claimed) && frequencyPattern.test(said) && !(isMeasure(claimed) && isMeasure(said))
}

function isEqual(claimed: Amount, said: Amount): boolean {
  const isUnnamed = claimed.unit === null || said.unit === null
  if ((claimed.unit === 'clock' || said.unit === 'clock') && (isUnnamed || claimed.unit === said.unit))
    return isSameTime(claimed, said)
  if (claimed.value === said.value && haveOneUnit(claimed, said)) return true
  const [kind, factor] = multipleOf(claimed.unit) ?? [null, 0]
  const [other, theirs] = multipleOf(said.unit) ?? [null, 0]
  if (kind !== null && kind === other) return isSame(claimed.value * factor, said.value * theirs)
  // `ninety-eight` may be a year.
  const isYear = claimed.unit === null && claimed.value >= 1930 && claimed.value < 2000
  return isYear && said.unit === null && said.value === claimed.value - 1900
}

const change = String.raw`increas\w*|decreas\w*|reduc\w*|gain\w*|loss|los[st]\w*|loses|drop\w*|fell|fall\w*|ris(?:e|es|en|ing)|rose|improv\w*|difference|over-?r[au]n\w*`
/** Words before `up` and `down` if these mean a change: not `stayed up 3 hours`. */
const rising =
  'is|are|was|were|be|been|goes|going|gone|went|comes?|coming|came|moved?|weight|dose|dosage|score|sleep|intake'
const fillers = '(?:(?:about|around|roughly|approximately|nearly|almost|over|only|just|some|another|an?|the) )*'
const changeBefore = new RegExp(
  String.raw`\b(?:by|another|extra|additional|(?:put|puts|putting) on|(?:${rising}) (?:up|down)|(?:${change})(?: of)?) ${fillers}$`,
)
/** Someone who `was up 2 hours` was awake, but `her sleep was up 2 hours` is a change. */
const awakePattern = new RegExp(
  String.raw`(?<!\b(?:sleep|time|total|average|use|usage|intake|exercise)(?: has| have| had)? )\b(?:is|are|was|were|be|been) up ${fillers}$`,
)
const awakeUnits = /^(?:second|minute|hour|day|night)$/
const changeAfter = new RegExp(
  String.raw`^\W?(?:(?:of|a|an|per|each|every) \w+ )?(?:earlier|later|more|less|fewer|longer|shorter|sooner|higher|lower|heavier|lighter|up|down|${change})\b`,
)
const noNoun =
  'and|or|but|so|then|with|without|after|before|since|until|till|while|when|if|for|from|to|of|in|on|at|by|as|due|because|despite|plus|an?|the|this|that|her|his|their|my|per|each|every|now|is|was|are|were|has|had|have|not?|any|some|will|would|should|may|might|can|could|\\w+(?:ing|ed|ly)'
/** `5 kg weight gain`, `25 mg sertraline dose increase`, but not `25 mg after an increase`. */
const changeNoun = new RegExp(
  String.raw`^(?:(?!(?:${noNoun})\b)[a-z-]+ ){1,2}(?:increase|decrease|reduction|gain|loss|drop|rise|fall|difference|improvement|change|cut)\b`,
)

/**
 * True if a claimed difference is that of two numbers that were said: `two hours earlier` for nine instead of eleven
 * o'clock. `To 25 mg` is not a difference.
 */
function isDifference(claimed: PlacedAmount, spoken: readonly Amount[]): boolean {
  const after = claimed.after.trimStart()
  const isAwake = awakeUnits.test(claimed.unit ?? '') && awakePattern.test(claimed.before)
  const isChange = (changeBefore.test(claimed.before) && !isAwake) || changeAfter.test(after) || changeNoun.test(after)
  if (!isMeasure(claimed.unit) || !isChange) return false
  const [kind, factor] = multipleOf(claimed.unit) ?? [null, 0]
  const hours = kind === 'time' ? (claimed.value * factor) / 3600 : null
  const isStep = (one: Amount, other: Amount) => {
    const hasTime = isTime(one) || isTime(other)
    const [from, to] = [one, other].map(({ value, unit }) => (unit === 'clock' ? value : hoursOf(value)))
    if (hasTime && hours !== null) return isSame((from ?? 0) - (to ?? 0), hours)
    return [one, other].every((said) => haveOneUnit(claimed, said)) && isSame(one.value - other.value, claimed.value)
  }
  return spoken.some((one) => spoken.some((other) => isStep(one, other)))
}

const nearPattern = /\b(?:(before|by|nearly|almost)|(after|past)|about|around|approximately|roughly) $/
/** Words after an hour without a sign of it: `before six in the morning`, but not `after six sessions`. */
const endPattern = /^\s*(?:$|[.,;:!?)]|(?:in|at|on|and|or|but|every|each|most|when|because)\b)/

/** True for the hour near a time of day that was said: `quarter to six` is before 6 am, and about six. */
function isNearTime({ value, unit, before, after }: PlacedAmount, spoken: readonly Amount[]): boolean {
  const [relation, isEarlier, isLater] = nearPattern.exec(before) ?? []
  const isHour = unit === 'clock' || (unit === null && isEarlier !== 'by' && endPattern.test(after))
  if (relation === undefined || !isHour || !Number.isInteger(value) || value > 24) return false
  return spoken.some((said) => {
    if (said.unit !== 'clock') return false
    const hoursAfter = (said.value - value + 24) % 12
    if (isEarlier) return hoursAfter > 11
    return isLater ? hoursAfter < 1 : hoursAfter <= 0.5 || hoursAfter >= 11.5
  })
}

/** Removes the end of a scale, e.g. of `7 out of 10`, because speakers seldom repeat it. `150/100` is not a score. */
const withoutScale = (text: string) =>
  text.replace(/(?<![\d.])(\d+(?:\.\d+)?)\s*(?:\/|out of)\s*(10{1,2})\b/g, (whole, score: string, end: string) =>
    Number(score) <= Number(end) ? score : whole,
  )

const tens = ['twenties', 'thirties', 'forties', 'fifties', 'sixties', 'seventies', 'eighties', 'nineties']

/** Removes decades such as `in her fifties` if a number of that decade was said. */
function withoutDecades(text: string, spoken: readonly Amount[]): string {
  return tens.reduce((rest, decade, at) => {
    const from = (at + 2) * 10
    const isSaid = spoken.some(({ value }) => value >= from && value < from + 10)
    return isSaid ? rest.replace(new RegExp(String.raw`\b${decade}\b`, 'gi'), '') : rest
  }, text)
}

/** The values without one of each that is to be removed. */
const withoutEach = (values: readonly number[], removed: readonly number[]) =>
  removed.reduce((rest, one) => (rest.includes(one) ? rest.toSpliced(rest.indexOf(one), 1) : rest), [...values])

const severalPattern = /\bof (?:the|those|these|my)\b|\beach\b|\btimes\b|\btwice\b/i

/**
 * True for an amount that is a product of cited numbers: `two of the 200s` are 400 mg. A number of times that the claim
 * repeats is not a factor: `ten milligrams twice a day` is not 20 mg twice a day.
 */
function isProduct({ value, unit }: Amount, claims: readonly Amount[], quotes: readonly string[]): boolean {
  if (!isMeasure(unit)) return false
  const rates = claims.filter((one) => one.unit === 'times').map((one) => one.value)
  return quotes
    .flatMap((quote) => quote.split(/[,.?!]+(?=\s|$)/))
    .filter((part) => severalPattern.test(part))
    .map((part) => readingsOf(amountsIn(part)).map((said) => said.value))
    .map((values) => withoutEach(values, rates))
    .some((values) => values.some((one, at) => values.slice(at + 1).some((other) => one * other === value)))
}

/** True for the number of days or months that the quotes list by name: `Monday and Tuesday` are two days. */
function isListed({ value, unit }: Amount, quotes: readonly string[]): boolean {
  const dates = [...new Set(quotes.flatMap(datesIn))]
  const days = dates.filter(isDay)
  const areDays = days.length > 1
  const listed = (areDays ? days : dates).length
  const unitPattern = areDays ? /^(?:times|day|night)$/ : /^(?:times|month)$/
  return listed > 1 && value === listed && (unit === null || unitPattern.test(unit))
}

/** A number as a note writes it: `6:30` for 6.5 on the clock. */
function writtenOf({ value, unit }: Amount): string {
  if (unit !== 'clock' || Number.isInteger(value)) return value.toString()
  const minutes = Math.round((value % 1) * 60)
  return `${Math.floor(value)}:${minutes.toString().padStart(2, '0')}`
}

/**
 * Flags a number, date, dose or score that no quote contains. If both name a unit, the units must agree. Of words with
 * two meanings, either may have been said.
 */
export function number(text: string, quotes: readonly string[], before: readonly string[]): Finding | null {
  const meant = quotes.map(withoutRepairs)
  const spoken = readingsOf(meant.flatMap((quote) => quote.split(/[.?!…]+(?=\s|$)/)).flatMap(amountsIn))
  const dates = new Set(meant.flatMap(spokenDatesIn))
  const topics = new Set(before.flatMap(spokenDatesIn))
  const date = datesIn(text).find((one) => !dates.has(one) && !isTopic(one, dates, topics))
  const single = new Set(meant.flatMap((quote) => [...singleUnitsIn(quote)]))
  const claims = placedAmountsIn(withoutDecades(withoutScale(text), spoken))
  const isFounded = (claimed: Amount): boolean =>
    claimed.isVague ||
    isListed(claimed, quotes) ||
    (claimed.value === 1 && claimed.unit !== null && single.has(claimed.unit)) ||
    isProduct(claimed, claims, meant) ||
    spoken.some((said) => isEqual(claimed, said)) ||
    (claimed.parts?.every(isFounded) ?? false)
  const amount = claims.find(
    (claimed) => !isFounded(claimed) && !isDifference(claimed, spoken) && !isNearTime(claimed, spoken),
  )
  const missing = date ?? (amount && writtenOf(amount))
  return missing === undefined ? null : { reason: `‘${missing}’ is not in the cited words.` }
}
