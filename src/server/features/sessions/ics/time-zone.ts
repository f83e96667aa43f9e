import { type ClockChange, clockChanges, offsetsOf } from '#shared/rules/zones.ts'

/** A yearly rule is written only if the clock changes follow it in at least this number of years. */
const minRuleYears = 6

/**
 * Returns the definition of a zone from the year before `firstYear`, at least to the year after `lastYear` (RFC 5545,
 * section 3.6.5). Clock changes that follow a yearly rule are written as the rule, other changes one by one.
 */
export function timeZoneLines(timeZone: string, firstYear: number, lastYear: number): string[] {
  const offsetAt = offsetsOf(timeZone)
  const start = Date.UTC(firstYear - 1, 0, 1)
  const end = Date.UTC(Math.max(lastYear + 2, firstYear - 1 + minRuleYears), 0, 1)
  const changes = clockChanges(offsetAt, start, end)
  const [first] = changes
  const offset = offsetAt(start)
  const isSummerAtStart = first !== undefined && first.offsetAfter < offset
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${timeZone}`,
    ...observance({ moment: start, offsetBefore: offset, offsetAfter: offset }, { isSummer: isSummerAtStart }),
    ...(yearlyRules(changes) ?? changes.flatMap((change) => observance(change))),
    'END:VTIMEZONE',
  ]
}

/** Returns the two yearly rules of a zone with two clock changes a year, or undefined for other zones. */
function yearlyRules(changes: readonly ClockChange[]): string[] | undefined {
  const [spring, autumn] = [0, 1].map((half) => changes.filter((_, at) => at % 2 === half))
  if (!spring?.length || spring.length !== autumn?.length || changes.length < 2 * minRuleYears) return undefined
  const parts = [spring, autumn].map((same) => {
    const rule = commonRule(same)
    const [change] = same
    return rule !== undefined && change ? observance(change, { rule }) : undefined
  })
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined
}

/** Returns the yearly rule that all changes follow at the same time of day, e.g. the second Sunday in March. */
function commonRule(changes: readonly ClockChange[]): string | undefined {
  const [first] = changes
  const isSame = changes.every(
    (change, at) =>
      localStart(change).getUTCFullYear() === localStart(changes[0] ?? change).getUTCFullYear() + at &&
      change.offsetAfter === first?.offsetAfter &&
      change.offsetBefore === first.offsetBefore &&
      timeOf(localStart(change)) === timeOf(localStart(first)),
  )
  if (!isSame) return undefined
  const [fromStart, ...others] = changes.map((change) => rulesOf(localStart(change)))
  return fromStart?.find((rule) => others.every((rules) => rules.includes(rule)))
}

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

function rulesOf(local: Date): string[] {
  const day = local.getUTCDate()
  const daysInMonth = new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1, 0)).getUTCDate()
  const positions = [...(day + 7 > daysInMonth ? [-1] : []), Math.ceil(day / 7)]
  return positions.map(
    (position) => `FREQ=YEARLY;BYMONTH=${local.getUTCMonth() + 1};BYDAY=${position}${weekdays[local.getUTCDay()]}`,
  )
}

function observance(change: ClockChange, { rule, isSummer }: { rule?: string; isSummer?: boolean } = {}): string[] {
  const kind = (isSummer ?? change.offsetAfter > change.offsetBefore) ? 'DAYLIGHT' : 'STANDARD'
  return [
    `BEGIN:${kind}`,
    `DTSTART:${localStart(change).toISOString().slice(0, 19).replace(/[-:]/g, '')}`,
    ...(rule === undefined ? [] : [`RRULE:${rule}`]),
    `TZOFFSETFROM:${formatOffset(change.offsetBefore)}`,
    `TZOFFSETTO:${formatOffset(change.offsetAfter)}`,
    `END:${kind}`,
  ]
}

/** Returns a Date whose UTC fields are the local time directly before a clock change. */
function localStart({ moment, offsetBefore }: ClockChange): Date {
  return new Date(moment + offsetBefore * 60_000)
}

const timeOf = (local: Date) => local.toISOString().slice(11, 16)

function formatOffset(minutes: number): string {
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${String(Math.floor(size / 60)).padStart(2, '0')}${String(size % 60).padStart(2, '0')}`
}
