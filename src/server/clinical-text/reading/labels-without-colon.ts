import { speakerTest } from './speaker-test.ts'
import { timeFirst } from './times.ts'

interface Labeled {
  label: string
  text: string
}

/** A layout in which no colon ends a label. Returns null for a line of another layout. */
type Layout = (line: string) => Labeled | null

const layoutOf =
  (pattern: RegExp): Layout =>
  (line) => {
    const groups = pattern.exec(line)?.groups
    return groups ? { label: (groups['label'] ?? '').trim(), text: (groups['text'] ?? '').trim() } : null
  }

/** `<v Name>text</v>` of WebVTT, and `**Name** text` of Markdown. */
const layouts: readonly Layout[] = [
  layoutOf(/^<v(?:\.[\w.-]+)*\s+(?<label>[^<>]{1,50})>(?<text>.*?)(?:<\/v>)?$/),
  layoutOf(/^(?<sign>\*\*|__)(?<label>[^*_:]{1,50})\k<sign>\s+(?!\W{0,3}\d{1,2}:\d\d)(?<text>[^\s:].*)$/),
]

/** `THERAPIST text`. A whole text may be in capitals, so every label has to be known and to occur twice. */
const inCapitals = layoutOf(/^(?<label>\p{Lu}[\p{Lu}.]{2,}(?:\s\d{1,2})?)\s+(?<text>[^\s:].*)$/u)

/** `T1: text`, `C1: text`, `T2: text`: letters for the speakers, with the number of their turn. */
const countedTurn = layoutOf(/^(?<label>\p{Lu}{1,2}\d{1,4})\s?[:.]\s+(?<text>\S.*)$/u)

/**
 * Ends labels with a colon if the layout of the file has none, and removes the numbers of counted turns. A layout counts
 * if at least half of the lines have it, with two speakers of whom one is known or a role. Removes no word.
 * @param known names of speakers
 */
export function withColons(lines: readonly string[], known: readonly string[]): string[] {
  const isKnown = speakerTest(known)
  const written = lines.filter((line) => line !== '').length
  const labelsIn = (layout: Layout) => lines.flatMap((line) => layout(withoutTime(line).rest)?.label ?? [])
  const isUsual = (labels: readonly string[]) => labels.length * 2 >= written && new Set(labels).size > 1
  const usual =
    layouts.find((layout) => isUsual(labelsIn(layout)) && labelsIn(layout).some(isKnown)) ??
    (isUsual(labelsIn(inCapitals)) &&
    labelsIn(inCapitals).every((label, _, all) => isKnown(label) && isRepeated(label, all))
      ? inCapitals
      : null) ??
    (areCounted(lines) ? withoutCount : null)
  if (!usual) return [...lines]
  return lines.map((line) => {
    const { time, rest } = withoutTime(line)
    const found = usual(rest)
    return found ? `${time}${found.label}: ${found.text}` : line
  })
}

/** Numbers of turns begin at 0 or 1 and rise by at most 1, for two to four speakers who each speak more than once. */
function areCounted(lines: readonly string[]): boolean {
  const written = lines.filter((line) => line !== '').length
  const labels = lines.flatMap((line) => countedTurn(withoutTime(line).rest)?.label ?? [])
  const letters = labels.map((label) => label.replace(/\d+$/, ''))
  const counts = labels.map((label) => Number(/\d+$/.exec(label)?.[0]))
  const speakers = new Set(letters)
  return (
    labels.length * 2 >= written &&
    speakers.size > 1 &&
    speakers.size <= 4 &&
    Math.max(...counts) > 1 &&
    [...speakers].every((one) => isRepeated(one, letters)) &&
    counts.every((count, at) =>
      at === 0 ? count <= 1 : count - (counts[at - 1] ?? 0) <= 1 && count >= (counts[at - 1] ?? 0),
    )
  )
}

const isRepeated = (label: string, labels: readonly string[]) => labels.indexOf(label) !== labels.lastIndexOf(label)

const withoutCount: Layout = (line) => {
  const found = countedTurn(line)
  return found && { ...found, label: found.label.replace(/\d+$/, '') }
}

function withoutTime(line: string): { time: string; rest: string } {
  const time = timeFirst.exec(line)?.[0] ?? ''
  return { time, rest: line.slice(time.length) }
}
