import { decodeHTMLStrict } from 'entities/decode'
import { visible, visibleLabel } from '#shared/rules/visible.ts'
import { isName, isOrdinaryWord, isProperName, prefixReader } from './labels.ts'
import { speakerTest } from './speaker-test.ts'
import { secondsOf } from './times.ts'
import { continuesSentence, type Turn } from './turn.ts'

interface Cue {
  start: number | null
  end: number | null
  lines: string[]
}

/** True for a text of timed cues: WebVTT or SRT. */
export const isCueFile = (text: string) =>
  /^WEBVTT(?:\s|$)/.test(text.trimStart()) || /^[ \t]*\d{1,3}:\d{1,2}[\d:.,]{0,12}[ \t]*-->[ \t]*\d{1,3}:\d/m.test(text)

/** True for the line with the times of a cue, also with an invalid time. Speech may contain an arrow. */
const isTimingLine = (line: string) => /^\s*[\w:.,]{1,20}\s*-->\s*[\w:.,]{1,20}(?:\s|$)/.test(line) && /\d:/.test(line)

/**
 * Turns of a WebVTT or SRT file. Cues with invalid times get the nearest known time. Drops comments and styles.
 * @param known names of speakers
 */
export function readCues(text: string, known: readonly string[] = []): Turn[] {
  const cues = cuesOf(text)
  const plainLines = cues.flatMap(({ lines }) => lines).map((line) => plainText(line).trim())
  const readPrefix = prefixReader(
    plainLines.filter((line) => line !== ''),
    known,
  )
  const names = namesAbove(cues, known)
  const voiced = cues.filter(({ lines }) => lines.some((line) => voiceTag.test(line)))
  const hasVoices = voiced.length > plainLines.filter((line) => readPrefix(line) !== null).length
  let label = ''
  let said = ''
  return withKnownTimes(cues).flatMap(({ start, end, lines }) => {
    const above = labelOf(lines[0])
    const isNamed = lines.length > 1 && names.has(above)
    if (isNamed) label = above
    const spoken = lines.slice(isNamed ? 1 : 0).join('\n')
    const isOpen = hasVoices && !isNamed && !continuesSentence(said, plainText(spoken))
    said = plainText(spoken) || said
    return voicesOf(spoken, isOpen ? '' : label).flatMap((voice) =>
      speechesOf(voice.text).map((speech) => {
        const prefix = readPrefix(speech)
        label = prefix?.label ?? voice.label
        return { label, start, end, text: prefix?.text ?? speech }
      }),
    )
  })
}

/** The names that are alone on the first line of most cues, as in older documents of Teams. */
function namesAbove(cues: readonly Cue[], known: readonly string[]): ReadonlySet<string> {
  const isKnown = speakerTest(known)
  const first = cues.filter(({ lines }) => lines.length > 1).map(({ lines }) => labelOf(lines[0]))
  const counts = new Map<string, number>()
  for (const line of first) counts.set(line, (counts.get(line) ?? 0) + 1)
  const isRepeated = (line: string) => (counts.get(line) ?? 0) > 1 && isProperName(line) && !isOrdinaryWord(line)
  const names = first.filter((line) => isName(line) && (isKnown(line) || isRepeated(line)))
  return new Set(names.length >= cues.length * 0.8 ? names : [])
}

const labelOf = (line = '') => visibleLabel(plainText(line))

function cuesOf(text: string): Cue[] {
  const lines = text.trimStart().split('\n')
  const cues: Cue[] = []
  let isSkipping = /^WEBVTT(?:\s|$)/.test(lines[0] ?? '')
  const isVtt = isSkipping
  lines.forEach((line, at) => {
    const isAfterBlank = at === 0 || lines[at - 1]?.trim() === ''
    if (isTimingLine(line)) {
      isSkipping = false
      cues.push({ ...timesOf(line), lines: [] })
      return
    }
    if (line.trim() === '') isSkipping = false
    else if (isVtt && isAfterBlank && /^(?:NOTE|STYLE|REGION)(?:\s|$)/.test(line)) isSkipping = true
    if (isSkipping || line.trim() === '') return
    const isIdentifier = isAfterBlank && isTimingLine(lines[at + 1] ?? '')
    if (isIdentifier) return
    const cue = cues.at(-1)
    if (cue) cue.lines.push(line)
    else cues.push({ start: null, end: null, lines: [line] })
  })
  return cues
}

function timesOf(line: string): { start: number | null; end: number | null } {
  const [left = '', right = ''] = line.split('-->')
  return { start: secondsOf(left), end: secondsOf(right.trim().split(/\s+/)[0] ?? '') }
}

/** A missing start is the previous end; a missing end is the next start. */
function withKnownTimes(cues: readonly Cue[]): Cue[] {
  return cues.map((cue, at) => {
    const start = cue.start ?? cues[at - 1]?.end ?? cues[at - 1]?.start ?? null
    return { ...cue, start, end: cue.end ?? cues[at + 1]?.start ?? start }
  })
}

const voiceTag = /<v(?:\.[^\s>]*)?(?:\s+([^>]*))?>/

/** A cue may contain several `<v Name>` voices; text before the first is of the speaker `before`. */
function voicesOf(text: string, before: string): { label: string; text: string }[] {
  const parts = text.split(voiceTag)
  const voices = [{ label: before, text: parts[0] ?? '' }]
  for (let at = 1; at < parts.length; at += 2)
    voices.push({ label: plainText(parts[at] ?? '').trim(), text: parts[at + 1] ?? '' })
  return voices.filter((voice) => voice.text.trim() !== '').map((voice) => ({ ...voice, text: plainText(voice.text) }))
}

/** Lines with a dash each are different speakers, and so are lines with a `Name:` each; other lines belong together. */
function speechesOf(text: string): string[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const dashed = lines.filter((line) => /^[-–—]\s/.test(line)).length
  if (dashed > 1) return lines.map((line) => line.replace(/^[-–—]\s+/, ''))
  return lines.reduce<string[]>((speeches, line) => {
    const last = speeches.at(-1)
    const isNew = last === undefined || /^\p{Lu}[\p{L}\p{N}.' ]{0,30}:\s/u.test(line)
    return isNew ? [...speeches, line] : [...speeches.slice(0, -1), `${last} ${line}`]
  }, [])
}

/** Removes tags and resolves character references, which need their semicolon: speech may contain an ampersand. */
function plainText(text: string): string {
  return visible(decodeHTMLStrict(text.replace(/<\/?[a-z][^<>]*>|<\d[\d:.]*>|\{\\[^}]*\}/gi, '')))
}
