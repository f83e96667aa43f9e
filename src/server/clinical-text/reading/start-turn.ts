import { isOrdinaryWord, isProperName, leadingMarks, prefixReader } from './labels.ts'
import { speakerTest } from './speaker-test.ts'
import { areAscending, secondsOf, time, timeAlone, timeFirst, timeInText } from './times.ts'
import type { Turn } from './turn.ts'

/** A turn that a line starts. If `text` is null, the line contains only the time of the following lines. */
export type StartedTurn = Omit<Turn, 'text'> & { text: string | null }

/** The open turn, and the next line that is not blank. */
interface LineContext {
  last: Turn | undefined
  next: string | undefined
}

/** The turn that a line starts, or null if it continues the previous one. */
export type StartTurn = (line: string, around: LineContext) => StartedTurn | null

const headerPattern = new RegExp(String.raw`^(\S.{0,58}?)\s+${time}$`)
const timeInLabel = new RegExp(String.raw`^(\p{L}(?:[^:[(]|:in\b){0,39}?)\s*${time}\s*:(?:\s+|$)`, 'u')

/**
 * Decides for the lines of a file which of them start a turn. A time may be spoken, as in `10:30 is too early`, so times
 * without a label count only if they are the layout of the file.
 * @param known names of speakers
 */
export function turnStarter(lines: readonly string[], known: readonly string[]) {
  const readPrefix = prefixReader(
    lines.map(withLabelFirst).filter((line) => line !== '' && !timeAlone.test(line)),
    known,
  )
  const isKnown = speakerTest(known)
  const headers = headersOf(lines)
  const headed = [...headers.values()].reduce((sum, count) => sum + count, 0)
  const hasLabels = lines.filter((line) => readPrefix(timesFirst(line).rest) !== null).length > headed
  const isHeader = (name: string) =>
    isKnown(name) ||
    (!hasLabels &&
      isLabel(name) &&
      ((headers.get(name) ?? 0) > 1 || (isProperName(name) && !isOrdinaryWord(name) && headers.size > 1)))
  const areAlone = areAscending(lines.flatMap((line) => secondsAlone(line) ?? []))

  const turnOf = (line: string): StartedTurn | null => {
    const heading = headerPattern.exec(line)
    const name = heading && nameOf(heading)
    if (heading && name !== null && isHeader(name))
      return { label: name, start: secondsOf(heading[2] ?? ''), end: null, text: '' }
    const unmarked = line.replace(leadingMarks, '')
    const inside = timeInLabel.exec(unmarked)
    const label = (inside?.[1] ?? '').trim()
    if (inside && isLabel(label) && readPrefix(withLabelFirst(line)))
      return { label, start: secondsOf(inside[2] ?? ''), end: null, text: unmarked.slice(inside[0].length) }
    const first = timesFirst(line)
    const prefix = readPrefix(first.rest)
    if (!prefix) return null
    const within = first.start === null ? timeInText.exec(prefix.text) : null
    if (!within) return { ...prefix, start: first.start, end: first.end }
    const start = secondsOf(within[1] ?? within[2] ?? '')
    return { label: prefix.label, start, end: null, text: prefix.text.slice(within[0].length) }
  }

  const timedLines = linesWithTimes(lines, (line) => turnOf(line) !== null)

  const start: StartTurn = (line, { last, next }) => {
    const alone = secondsAlone(line)
    if (alone !== null) {
      const isAnswer =
        last !== undefined && last.label !== '' && last.text === '' && (next === undefined || turnOf(next) !== null)
      return (areAlone && !isAnswer) || last === undefined ? { label: '', start: alone, end: null, text: null } : null
    }
    const turn = turnOf(line)
    if (turn) return turn
    const first = timesFirst(line)
    return first.start !== null && (first.isBracketed || timedLines.has(line))
      ? { label: '', start: first.start, end: first.end, text: first.rest }
      : null
  }
  return { start, isLabeled: (line: string) => turnOf(line) !== null }
}

function timesFirst(line: string) {
  const plain = line.replace(leadingMarks, '')
  const first = timeFirst.exec(plain)
  if (!first) return { start: null, end: null, rest: line, isBracketed: false }
  const [whole, open, from = '', to] = first
  const end = to === undefined ? null : secondsOf(to)
  return { start: secondsOf(from), end, rest: plain.slice(whole.length), isBracketed: open !== '' }
}

/** The line as `Name: text`, if it begins with a name and a time. */
function withLabelFirst(line: string): string {
  const heading = headerPattern.exec(line)
  if (heading) return `${nameOf(heading)}:`
  const unmarked = line.replace(leadingMarks, '')
  const inside = timeInLabel.exec(unmarked)
  return inside ? `${(inside[1] ?? '').trim()}: ${unmarked.slice(inside[0].length)}` : timesFirst(line).rest
}

const secondsAlone = (line: string) => secondsOf(timeAlone.exec(line.replace(leadingMarks, ''))?.[1] ?? '')

/**
 * Maximum seconds between a turn and the next line with a time but without a label. A time after a longer gap was
 * spoken.
 */
const maxGap = 300

/**
 * Lines without a label that begin with the time of a turn, not with a spoken time. A file has such lines only if more
 * lines begin with a time than with a label alone, and nearly all of these times are in order.
 */
function linesWithTimes(lines: readonly string[], isLabeled: (line: string) => boolean): ReadonlySet<string> {
  const timedLines = lines.flatMap((line) => {
    const { start, isBracketed } = timesFirst(line)
    return start === null || isBracketed ? [] : [{ line, start }]
  })
  const times = new Set(timedLines.map(({ line }) => line))
  const labeled = lines.filter(isLabeled)
  const labels = labeled.filter((line) => !times.has(line)).length
  const longest = labeled.length === 0 ? Number.POSITIVE_INFINITY : maxGap
  if (timedLines.length <= labels || !areAscending(timedLines.map(({ start }) => start))) return new Set()
  let last: number | undefined
  const inOrder = timedLines.filter(({ start }, at) => {
    const before = last ?? start
    const isNext = start >= before && start - before <= longest && start <= (timedLines[at + 1]?.start ?? start)
    if (isNext) last = start
    return isNext
  })
  return new Set(inOrder.map(({ line }) => line))
}

function headersOf(lines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const line of lines) {
    const found = headerPattern.exec(line)
    const name = found && nameOf(found)
    if (name) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}

const nameOf = (heading: RegExpExecArray) =>
  (heading[1] ?? '')
    .replace(leadingMarks, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\s*[-–—|•·,:]+$/, '')

/** True if a heading is a name; `see you at 10:30` is speech. */
const isLabel = (text: string) =>
  text.split(/\s+/).length <= 5 &&
  !/[?!,;]$|[.?!]\s+\p{Ll}/u.test(text) &&
  /^\p{L}/u.test(text) &&
  !/\b(?:at|by|until|till|from|around|about|before|after|to|it's|is|was)$/i.test(text)
