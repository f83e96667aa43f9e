import type { Speaker } from '#shared/contract/transcripts.ts'
import { wordsOf } from '../language/words.ts'
import { visibleLabel } from '#shared/rules/visible.ts'

/** A turn as found in a file: the text, with label and times if the file has them. */
export interface Turn {
  label: string
  start: number | null
  end: number | null
  text: string
}

/**
 * Parses `1:02:03.5`, `0:0:0.0`, `02:03,500`, `0:12`, `2:03:22 PM` or `2:03 PM` to seconds; null if it is not a time.
 */
export function secondsOf(time: string): number | null {
  const match = /^(?:(\d{1,3}):)?(\d{1,3}):(\d{1,2}(?:[.,]\d{1,6})?)(?:\s*([ap])\.?m\.?)?$/i.exec(time.trim())
  if (!match) return null
  const [, first, second, last = '0', half] = match
  const numbers = [Number(first ?? 0), Number(second), Number(last.replace(',', '.'))] as const
  if (half === undefined) return numbers[0] * 3600 + numbers[1] * 60 + numbers[2]
  const [hours, minutes, seconds] = first === undefined ? [numbers[1], numbers[2], 0] : numbers
  return ((hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0)) * 3600 + minutes * 60 + seconds
}

const therapist =
  /^(?:dr\b|doctor\b|prof\b)|\b(?:therapist|counsell?or|clinician|doctor|provider|psychologist|psychiatrist|psychotherapist|social worker|practitioner|physician|nurse|facilitator|interviewer)\b|,\s*(?:lcsw|lmft|lpc|lmhc|lcpc|ph\.?d|psy\.?d|m\.?d|msw|rn|np)\b|^(?:t|th)$/i
const client = /\b(?:client|patient|interviewee|counsellee)\b|^(?:c|cl|p|pt)$/i

/** The role that a label names without further context. */
export function roleOf(label: string): Speaker {
  const name = label.trim()
  if (client.test(name)) return 'client'
  return therapist.test(name) ? 'therapist' : 'unknown'
}

const roleWords =
  /^(?:dr\.?|doctor|prof\.?|therapist|counsell?or|clinician|provider|psychologist|psychiatrist|psychotherapist|social|worker|practitioner|physician|nurse|facilitator|interviewer|client|patient|interviewee|counsellee|t|th|c|cl|p|pt)$/i

/** True if a label is a role, not speech that mentions one: `my doctor` and `I asked my therapist` are speech. */
function isRoleLabel(label: string): boolean {
  const words = label.split(/[\s,/&]+/)
  return (
    roleOf(label) !== 'unknown' &&
    !/^(?:i|my|his|her|your|our|their|this|that|when|but|and|so|then|if|because|a|an)\b/i.test(label) &&
    words.every(
      (word, at) => roleWords.test(word) || /^[(\p{Lu}\p{N}]/u.test(word) || (at === 0 && /^the$/i.test(word)),
    )
  )
}

/** True if a label names a speaker without further context: a role, or a numbered speaker. */
export const isSpeakerLabel = (label: string) => isRoleLabel(label) || /^speaker\s*\w{1,3}$/i.test(label)

const nameLike = /^(?:dr\.?\s|mr\.?\s|mrs\.?\s|ms\.?\s)?[\p{L}][\p{L}\p{M}\p{N}.'’ ,()_-]{0,48}$/iu

/** True if every word is capitalized, except short particles such as `van der`. */
const isProper = (label: string) =>
  label
    .split(/[\s,]+/)
    .every((word) => /^[(\p{Lu}\p{N}]/u.test(word) || /^(?:de|da|di|du|van|von|der|la|le|bin|al|and|&)?$/.test(word)) &&
  label !== 'I'

interface Prefix {
  label: string
  text: string
  mark: ':' | '-'
}

/** Splits `Name: text`, or `Name - text` with any dash that has a space on one side. */
function splitPrefix(line: string): Prefix | null {
  const colon = /^(?:>>\s*)?([^:]{1,50}?)\s*:(?:\s+|$)(.*)$/s.exec(line)
  const prefix = colon && prefixOf(colon, ':')
  if (prefix) return prefix
  const dash = /^(?:>>\s*)?([^:–—]{1,50}?)(?:\s+[-–—]+\s*|[-–—]+\s+)(\S.*)$/s.exec(line)
  return dash && prefixOf(dash, '-')
}

function prefixOf([, name = '', text = '']: RegExpExecArray, mark: Prefix['mark']): Prefix | null {
  const label = visibleLabel(name)
  const isName = nameLike.test(label) && label.split(/\s+/).length <= 5 && !/[.?!]\s+\p{Ll}/u.test(label)
  return isName ? { label, text, mark } : null
}

/**
 * Decides which `Name:` prefixes are speakers: known roles, numbered speakers, repeated names, or the prefixes of most
 * lines. Others are speech, such as `I shouted: stop`. A dash may be part of a sentence, so names before a dash need a
 * dash in most lines and at least two repeated names.
 * @param known names of speakers
 */
export function prefixReader(
  lines: readonly string[],
  known: readonly string[] = [],
): (line: string) => { label: string; text: string } | null {
  const names = new Set(known.map((name) => name.toLowerCase()))
  const found = lines.map(splitPrefix).filter((prefix) => prefix !== null)
  const isMost = (mark: Prefix['mark']) => found.filter((prefix) => prefix.mark === mark).length * 2 >= lines.length
  const isUsual = { ':': isMost(':'), '-': isMost('-') }
  const counts = new Map<string, number>()
  for (const { label, mark } of found) counts.set(mark + label, (counts.get(mark + label) ?? 0) + 1)
  const isRepeated = ({ label, mark }: Prefix) => (counts.get(mark + label) ?? 0) > 1
  const dashed = new Set(found.filter((prefix) => prefix.mark === '-' && isRepeated(prefix)).map(({ label }) => label))
  const roleDashes = found.filter(({ label, mark }) => mark === '-' && isSpeakerLabel(label)).length
  const isSpeaker = (prefix: Prefix) => {
    const { label, mark } = prefix
    if (isSpeakerLabel(label)) return mark === ':' || roleDashes > 1
    if (names.has(label.toLowerCase())) return true
    if (!isProper(label)) return false
    if (mark === '-') return isUsual['-'] && dashed.size > 1 && dashed.has(label)
    return isUsual[':'] || isRepeated(prefix)
  }
  return (line) => {
    const prefix = splitPrefix(line)
    return prefix && isSpeaker(prefix) ? { label: prefix.label, text: prefix.text } : null
  }
}

/** True if a text contains a word. */
export const hasWords = (text: string) => wordsOf(text).length > 0 || /[\p{L}\p{N}]/u.test(text)
