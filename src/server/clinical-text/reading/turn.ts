import type { Speaker } from '#shared/contract/transcripts.ts'
import { wordsOf } from '../language/words.ts'

/** What a reader finds: words with the label and the times the file gives, where it gives any. */
export interface Turn {
  label: string
  start: number | null
  end: number | null
  text: string
}

/** Seconds of `1:02:03.5`, `0:0:0.0`, `02:03,500` or `0:12`, or null when it is no time. */
export function secondsOf(time: string): number | null {
  const match = /^(?:(\d{1,3}):)?(\d{1,3}):(\d{1,2}(?:[.,]\d{1,6})?)$/.exec(time.trim())
  if (!match) return null
  return Number(match[1] ?? 0) * 3600 + Number(match[2]) * 60 + Number((match[3] ?? '0').replace(',', '.'))
}

const therapist =
  /^(?:dr\b|doctor\b|prof\b)|\b(?:therapist|counsell?or|clinician|doctor|provider|psychologist|psychiatrist|psychotherapist|social worker|practitioner|physician|nurse|facilitator|interviewer)\b|,\s*(?:lcsw|lmft|lpc|lmhc|lcpc|ph\.?d|psy\.?d|m\.?d|msw|rn|np)\b|^(?:t|th)$/i
const client = /\b(?:client|patient|interviewee|counsellee)\b|^(?:c|cl|p|pt)$/i

/** The role that a label names by itself. */
export function roleOf(label: string): Speaker {
  const name = label.trim()
  if (client.test(name)) return 'client'
  return therapist.test(name) ? 'therapist' : 'unknown'
}

const nameLike = /^(?:dr\.?\s|mr\.?\s|mrs\.?\s|ms\.?\s)?[\p{L}][\p{L}\p{M}\p{N}.'’ ,()_-]{0,48}$/iu

/** Every word has a capital, save short particles such as `van der`. */
const isProper = (label: string) =>
  label
    .split(/[\s,]+/)
    .every((word) => /^[(\p{Lu}\p{N}]/u.test(word) || /^(?:de|da|di|du|van|von|der|la|le|bin|al|and|&)?$/.test(word)) &&
  label !== 'I'

function splitPrefix(line: string): { label: string; text: string } | null {
  const match = /^(?:>>\s*)?([^:]{1,50}?)\s*:(?:\s+|$)(.*)$/s.exec(line)
  const label = match?.[1]?.trim() ?? ''
  const isName = nameLike.test(label) && label.split(/\s+/).length <= 5 && !/[.?!]\s+\p{Ll}/u.test(label)
  return match && isName ? { label, text: match[2] ?? '' } : null
}

/**
 * Finds out which `Name:` prefixes of the lines are speakers: known roles, numbered speakers, names that come again, or
 * whatever stands in front of most lines. Anything else, such as `I told her: stop`, is speech.
 */
export function prefixReader(lines: readonly string[]): (line: string) => { label: string; text: string } | null {
  const found = lines.map(splitPrefix)
  const counts = new Map<string, number>()
  for (const prefix of found) if (prefix) counts.set(prefix.label, (counts.get(prefix.label) ?? 0) + 1)
  const isUsual = found.filter((prefix) => prefix !== null).length * 2 >= lines.length
  const isSpeaker = (label: string) =>
    (isUsual && isProper(label)) ||
    roleOf(label) !== 'unknown' ||
    /^speaker\s*\w{1,3}$/i.test(label) ||
    ((counts.get(label) ?? 0) > 1 && isProper(label))
  return (line) => {
    const prefix = splitPrefix(line)
    return prefix && isSpeaker(prefix.label) ? prefix : null
  }
}

/** Whether a text holds a word at all. */
export const hasWords = (text: string) => wordsOf(text).length > 0 || /[\p{L}\p{N}]/u.test(text)
