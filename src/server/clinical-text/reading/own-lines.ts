import { visibleLabel } from '#shared/rules/visible.ts'
import { isName, isOrdinaryWord, isProperName, hasAmbiguousMark, leadingMarks, splitPrefix } from './labels.ts'
import { type IsKnown, speakerTest } from './speaker-test.ts'
import { spokenSeconds, timeAlone } from './times.ts'

/** Minimum share of times that have a name beside them, for this to be the layout of the file. */
const minNameShare = 0.8

export interface OwnLines {
  /** The lines, with each name on its own line as `Name:`, after its time if it has one. */
  lines: string[]
  /** The names found. */
  names: string[]
}

/**
 * Finds labels that have a line to themselves, as in copies from Teams, Zoom and Otter: name, time and text; time, name
 * and text; or name and text. A short answer can look like a name, so these layouts must be those of the whole file.
 * @param known names of speakers
 */
export function withOwnLinesJoined(lines: readonly string[], known: readonly string[]): OwnLines {
  const written = withoutSpokenTimes(lines).filter(({ text }) => text !== '')
  const isKnown = speakerTest(known)
  const labels = written.map(({ text }) => ownLabel(text, isKnown))
  const isTime = written.map(({ text }) => timeAlone.test(text))
  const places = placesOf({ labels, isTime, isKnown, prefixes: countPrefixes(lines, isKnown) })
  if (!places) return { lines: [...lines], names: [] }
  const joined = new Map<number, string>()
  for (const { name, time } of places) {
    const label = `${labels[name] ?? ''}:`
    const at = written[name]
    const timed = time === undefined ? undefined : written[time]
    if (!at) continue
    joined.set(at.at, timed ? `${timed.text} ${label}` : label)
    if (timed) joined.set(timed.at, '')
  }
  const kept = new Set(written.map(({ at }) => at))
  return {
    lines: lines.flatMap((line, at) => (line === '' || kept.has(at) ? [joined.get(at) ?? line] : [])),
    names: [...new Set(places.map(({ name }) => labels[name] ?? ''))],
  }
}

interface Line {
  text: string
  at: number
}

/** The lines without the times that Teams adds for screen readers beside each time: `0 minutes 3 seconds`, `Robin 0 minutes 3 seconds`. */
function withoutSpokenTimes(lines: readonly string[]): Line[] {
  const all = lines.map((text, at) => ({ text, at }))
  return all.filter(({ text, at }) => {
    const [, name = '', spoken = ''] =
      /^(.{0,60}?)\s?((?:\d{1,2} hours? )?\d{1,3} minutes?(?: \d{1,2} seconds?)?)$/.exec(text) ?? []
    if (spoken === '' || spokenSeconds(spoken) === null) return true
    const around = all.slice(Math.max(0, at - 3), at + 2).map((line) => line.text)
    return !(around.some((line) => timeAlone.test(line)) && (name === '' || around.includes(name)))
  })
}

function ownLabel(line: string, isKnown: IsKnown): string | null {
  const label = visibleLabel(
    line
      .replace(leadingMarks, '')
      .replace(/^[[(<](.*)[\])>]$/, '$1')
      .replace(/[:：]$/, ''),
  )
  if (isKnown(label) && !/\d:\d/.test(label)) return label
  return isName(label) && isProperName(label) && !/(?<!\p{Lu})[.,]$/u.test(label) ? label : null
}

/** Lines that begin with the label and the text of a speaker. */
const countPrefixes = (lines: readonly string[], isKnown: IsKnown) =>
  lines.filter((line) => {
    const prefix = splitPrefix(line)
    return prefix !== null && prefix.text !== '' && !hasAmbiguousMark(prefix) && isKnown(prefix.label)
  }).length

interface Found {
  labels: readonly (string | null)[]
  isTime: readonly boolean[]
  isKnown: IsKnown
  prefixes: number
}

interface Place {
  /** Index of the line with the name. */
  name: number
  /** Index of the line with the time of the turn. */
  time?: number
}

function placesOf(found: Found): Place[] | null {
  const { isTime } = found
  const times = isTime.flatMap((is, at) => (is ? [at] : []))
  const isText = (at: number) => at < isTime.length && !isTime[at]
  const before = times
    .filter((at) => isText(at - 1) && !isTime[at - 2] && isText(at + 1))
    .map((at) => ({ name: at - 1, time: at }))
  const after = times.filter((at) => isText(at + 1) && isText(at + 2)).map((at) => ({ name: at + 1, time: at }))
  const candidates = [before, after].map((places) => believable(places, found))
  const [first = [], second = []] = candidates
  const best = first.length >= second.length ? first : second
  if (best.length > 0 && best.length >= times.length * minNameShare && best.length > found.prefixes) return best
  return times.length === 0 && found.prefixes === 0 ? namesAlone(found) : null
}

/** The places whose line is a known label, or a name that repeats or that the dictionary lacks. */
function believable(places: readonly Place[], { labels, isKnown }: Found): Place[] {
  const counts = countsOf(places.map(({ name }) => labels[name] ?? null))
  const isCertain = places.length > 1
  return places.filter(({ name }) => {
    const label = labels[name] ?? null
    return label !== null && (isKnown(label) || (isCertain && (!isOrdinaryWord(label) || (counts.get(label) ?? 0) > 1)))
  })
}

/** Names without times: the first line is a name, text follows each name, and all names are known or repeat. */
function namesAlone({ labels, isKnown }: Found): Place[] | null {
  const counts = countsOf(labels)
  const isRepeated = (label: string) => (counts.get(label) ?? 0) > 1 && !isOrdinaryWord(label)
  const at = labels.flatMap((label, line) => (label !== null && (isKnown(label) || isRepeated(label)) ? [line] : []))
  const different = new Set(at.map((line) => labels[line])).size
  const isFollowed = at.every((line) => line + 1 < labels.length && !at.includes(line + 1))
  return at[0] === 0 && different > 1 && isFollowed ? at.map((name) => ({ name })) : null
}

function countsOf(labels: readonly (string | null)[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const label of labels) if (label !== null) counts.set(label, (counts.get(label) ?? 0) + 1)
  return counts
}
