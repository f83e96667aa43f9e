import { splitSentences } from '#shared/rules/sentences.ts'
import { hasWords, prefixReader, roleOf, secondsOf, type Turn } from './turn.ts'

const time = String.raw`[[(]?(\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?)[\])]?`
const header = new RegExp(String.raw`^(\S.{0,58}?)\s+${time}$`)
const timeFirst = new RegExp(String.raw`^${time}\s*[-–—]?\s*(?=\S)`)
const timeAlone = new RegExp(String.raw`^${time}$`)
const timeInLabel = new RegExp(String.raw`^([^:[(]{1,40}?)\s*${time}\s*:\s*`)
const bracketed = /^\[([A-Za-z][\w .]{0,30})\]\s*:?\s*/

/** Turns of a plain text, with or without speakers and times. Without speakers every line, and in long lines every sentence, is one. */
export function readPlainText(text: string): Turn[] {
  const lines = withoutOtterFrame(text.split('\n').map((line) => line.trim()))
  const readPrefix = prefixReader(
    lines.map((line) => line.replace(timeFirst, '')).filter((line) => line !== '' && !timeAlone.test(line)),
  )
  const turns: Turn[] = []
  let isNewTurn = true
  for (const line of lines) {
    const begun = line === '' ? null : begin(line, readPrefix)
    if (begun) turns.push(begun)
    else if (line !== '') {
      const last = turns.at(-1)
      if (last && (last.label !== '' || last.text === '' || (!isNewTurn && last.start !== null)))
        last.text = `${last.text} ${line}`.trim()
      else turns.push({ label: '', start: null, end: null, text: line })
    }
    isNewTurn = line === ''
  }
  const spoken = turns.filter((turn) => hasWords(turn.text))
  return spoken.every(({ label, start }) => label === '' && start === null) ? spoken.flatMap(sentencesOf) : spoken
}

/** The turn that a line begins, or null when it goes on with the one before. */
function begin(line: string, readPrefix: ReturnType<typeof prefixReader>): Turn | null {
  const alone = timeAlone.exec(line)
  if (alone) return { label: '', start: secondsOf(alone[1] ?? ''), end: null, text: '' }
  const heading = header.exec(line)
  if (heading && isLabel(heading[1] ?? ''))
    return { label: heading[1] ?? '', start: secondsOf(heading[2] ?? ''), end: null, text: '' }
  const inside = timeInLabel.exec(line)
  if (inside)
    return {
      label: (inside[1] ?? '').trim(),
      start: secondsOf(inside[2] ?? ''),
      end: null,
      text: line.slice(inside[0].length),
    }
  const first = timeFirst.exec(line)
  const rest = first ? line.slice(first[0].length) : line
  const start = first ? secondsOf(first[1] ?? '') : null
  const role = bracketed.exec(rest)
  if (role && (roleOf(role[1] ?? '') !== 'unknown' || /^speaker/i.test(role[1] ?? '')))
    return { label: role[1] ?? '', start, end: null, text: rest.slice(role[0].length) }
  const prefix = readPrefix(rest)
  if (prefix) return { ...prefix, start, end: null }
  return first ? { label: '', start, end: null, text: rest } : null
}

/** A heading names somebody; `see you at 10:30` is speech. */
const isLabel = (text: string) =>
  text.split(/\s+/).length <= 5 &&
  !/[?!,;]$|[.?!]\s+\p{Ll}/u.test(text) &&
  /^\p{Lu}|^speaker|^unknown/iu.test(text) &&
  !/\b(?:at|by|until|till|from|around|about|before|after|to|it's|is|was)$/i.test(text)

/** Otter puts a title, keywords and speaker names in front and its name at the end. */
function withoutOtterFrame(lines: readonly string[]): string[] {
  const spoken = lines.filter((line) => !/^Transcribed by https?:\/\/otter\.ai\/?$/i.test(line))
  const frame = spoken.slice(0, 30).findLastIndex((line) => /^(?:SUMMARY KEYWORDS|SPEAKERS|OUTLINE)$/.test(line))
  const first = spoken.findIndex((line, at) => at > frame && header.test(line))
  return frame >= 0 && first >= 0 ? spoken.slice(first) : spoken
}

const longLine = 400

function sentencesOf(turn: Turn): Turn[] {
  return turn.text.length <= longLine ? [turn] : splitSentences(turn.text).map((text) => ({ ...turn, text }))
}
