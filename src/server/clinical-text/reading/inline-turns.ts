import { possessives } from './roles.ts'
import { speakerTest } from './speaker-test.ts'

const wordPattern = String.raw`(?:(?:Dr|Mrs?|Ms|Prof)\.|\p{Lu}\.|\p{Lu}[\p{L}\p{M}\p{N}'’-]*|\p{N}{1,3})`
const wordsBefore = new RegExp(String.raw`(?:^|\s)((?:${wordPattern}\s+){0,3}${wordPattern})\s*$`, 'u')

/** After these words a name with a colon is part of the speech: `I answered Dr. Hale: no`. */
const continuesPattern = new RegExp(
  String.raw`\b(?:${possessives}|the|an?|this|that|to|and|or|with|told|asked|said|says|as|of|is|was|for|called|from|named|dear|hi|hello|hey|de[rmns]|die|das|mis?|su|el|la|mon|ma|mes|son|sa|notre|le)\s*$`,
  'i',
)

/**
 * Splits lines with several speakers (`Therapist: … Client: … Therapist: …`) into one line per turn. Splits only at
 * labels that name a role or a known speaker, and only if such labels repeat.
 * @param known names of speakers
 */
export function splitInlineTurns(lines: readonly string[], known: readonly string[]): string[] {
  const isSpeaker = speakerTest(known)
  const found = lines.map((line) => labelsOf(line, isSpeaker))
  const labels = found.flat().map(({ label }) => label)
  const different = new Set(labels).size
  if (different < 2 || different === labels.length) return [...lines]
  return lines.flatMap((line, at) => splitAt(line, found[at] ?? []))
}

interface Label {
  label: string
  start: number
}

/** Number of characters before a colon that may contain its label and the previous word. */
const labelReach = 120

function labelsOf(line: string, isSpeaker: (label: string) => boolean): Label[] {
  return Array.from(line.matchAll(/:(?=\s)/g), ({ index }) => {
    const from = Math.max(0, index - labelReach)
    const found = labelBefore(line.slice(from, index), isSpeaker)
    return found && { ...found, start: found.start + from }
  }).filter((label) => label !== null)
}

/** The label at the end of a text: the fewest words that name a speaker, so that it contains no spoken word. */
function labelBefore(text: string, isSpeaker: (label: string) => boolean): Label | null {
  const words = wordsBefore.exec(text)?.[1]?.split(/\s+/) ?? []
  for (let count = 1; count <= words.length; count += 1) {
    const label = words.slice(-count).join(' ')
    if (!isSpeaker(label)) continue
    const start = text.lastIndexOf(words.at(-count) ?? '')
    const before = text.slice(0, start)
    const isAfterSentence = before.trim() === '' || /[.?!…—–)\]"”’]\s+$/u.test(before)
    return isAfterSentence || (label.length > 2 && !continuesPattern.test(before)) ? { label, start } : null
  }
  return null
}

/** Dates, times and list marks before a label; they belong to its turn. */
const onlyTime = /^(?:[\d\s:.,/\-–—[\]()>*#•·‣▪◦]|\d[tzhms]|[ap]\.?m\b)*$/i

function splitAt(line: string, labels: readonly Label[]): string[] {
  const starts = [0, ...labels.map(({ start }) => start).filter((start) => !onlyTime.test(line.slice(0, start)))]
  return starts.map((start, at) => line.slice(start, starts[at + 1]).trim()).filter((part) => part !== '')
}
