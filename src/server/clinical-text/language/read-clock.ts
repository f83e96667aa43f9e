import { numberWords, readBelowHundred, type Reading } from './number-words.ts'
import { isMeasure, unitOf } from './units.ts'

const clock = (hour: number, minute: number, next: number): Reading => ({
  value: hour + minute / 60,
  next,
  unit: 'clock',
})

/** Reads an hour from one to twelve that no unit follows, e.g. not `six weeks` or `three times`. */
function readHour(tokens: readonly string[], at: number): { hour: number; next: number } | null {
  const word = tokens[at] ?? ''
  const hour = /^\d{1,2}$/.test(word) ? Number(word) : (numberWords[word] ?? 0)
  const unit = unitOf(tokens[at + 1] ?? '')
  if (hour < 1 || hour > 12 || isMeasure(unit) || unit === 'times') return null
  return { hour, next: /^(?:oclock|am|pm)$/.test(tokens[at + 1] ?? '') ? at + 2 : at + 1 }
}

const pastPattern = /^(?:past|after)$/
const toPattern = /^(?:to|before|till|til)$/
const timePattern = /^(?:at|by|until|till|about|around|before|after|since)$/

/** Reads a time of day: `6:30`, `half past ten`, `quarter to six`, `ten past two`, British `half six` and `at 6.30`. */
export function readClock(tokens: readonly string[], at: number): Reading | null {
  const word = tokens[at] ?? ''
  const figures = /^(\d{1,2})[:.]([0-5]\d)$/.exec(word)
  const isNamed = /^(?:oclock|am|pm)$/.test(tokens[at + 1] ?? '')
  if (figures && (word.includes(':') || isNamed))
    return clock(Number(figures[1]), Number(figures[2]), isNamed ? at + 2 : at + 1)
  return figures ? readFigures(tokens, at) : (readHalfHour(tokens, at) ?? readMinutes(tokens, at))
}

/** Reads British `at 6.30`, which may also be a decimal. */
function readFigures(tokens: readonly string[], at: number): Reading | null {
  const word = tokens[at] ?? ''
  const [hour = 0, minutes = 0] = word.split('.').map(Number)
  const isTime =
    hour > 0 && hour < 25 && timePattern.test(tokens[at - 1] ?? '') && unitOf(tokens[at + 1] ?? '') === null
  return isTime ? { ...clock(hour, minutes, at + 1), parts: [{ value: Number(word), next: at + 1, at }] } : null
}

/** Reads `half past ten` and `half six`, but not `cut it in half two days ago`. */
function readHalfHour(tokens: readonly string[], at: number): Reading | null {
  if (tokens[at] !== 'half' || tokens[at - 1] === 'in') return null
  const isPast = pastPattern.test(tokens[at + 1] ?? '')
  const read = readHour(tokens, isPast ? at + 2 : at + 1)
  const isTime = isPast || timePattern.test(tokens[at - 1] ?? '') || (read?.hour ?? 1) > 1
  return read && isTime ? clock(read.hour, 30, read.next) : null
}

const minutePattern = /^min(?:ute)?s?$/

/** Reads minutes before or after an hour. `At ten to six` may also be a range, so both are read. */
function readMinutes(tokens: readonly string[], at: number): Reading | null {
  const word = tokens[at] ?? ''
  const isQuarter = word === 'quarter'
  const figure = isQuarter ? 15 : /^\d{1,2}$/.test(word) ? Number(word) : null
  const minutes = figure === null ? readBelowHundred(tokens, at) : { value: figure, next: at + 1 }
  if (!minutes || minutes.value < 1 || minutes.value > 59) return null
  const isNamed = minutePattern.test(tokens[minutes.next] ?? '')
  const to = isNamed ? minutes.next + 1 : minutes.next
  const link = tokens[to] ?? ''
  const isPast = pastPattern.test(link)
  const read = isPast || toPattern.test(link) ? readHour(tokens, to + 1) : null
  if (!read || (!isQuarter && !isNamed && minutes.value % 5 > 0)) return null
  const time = clock(read.hour, isPast ? minutes.value : -minutes.value, read.next)
  if (isQuarter || link === 'past') return time
  if (!timePattern.test(tokens[at - 1] ?? '')) return null
  return {
    ...time,
    parts: [
      { ...minutes, at },
      { value: read.hour, next: to + 2, at: to + 1 },
    ],
  }
}
