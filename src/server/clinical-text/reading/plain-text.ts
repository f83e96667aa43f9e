import { splitSentences } from '#shared/rules/sentences.ts'
import { splitHeader } from './file-header.ts'
import { withTurnsApart } from './inline-turns.ts'
import { hasWords, prefixReader, roleOf, secondsOf, type Turn } from './turn.ts'

const date = String.raw`(?:(?:\d{4}-\d{2}-\d{2}|\d{1,2}[/.]\d{1,2}[/.]\d{4}),?[T ]\s*)?`
const time = String.raw`[[(]?${date}(\d{1,3}:\d{2}(?::\d{2})?(?:[.,]\d{1,6})?(?:\s?[AaPp]\.?[Mm]\b\.?)?)Z?[\])]?`
const header = new RegExp(String.raw`^(\S.{0,58}?)\s+${time}$`)
const timeFirst = new RegExp(String.raw`^${time}(?:\s*[-–—]\s*${time})?\s*[-–—]?\s*(?=\S)`)
const timeAlone = new RegExp(String.raw`^${time}$`)
const timeInLabel = new RegExp(String.raw`^(\p{L}[^:[(]{0,39}?)\s*${time}\s*:\s*`, 'u')
const bracketed = /^\[([A-Za-z][\w .]{0,30})\]\s*:?\s*/

/**
 * Turns of a plain text, with or without speakers and times. Without speakers, each line is a turn; in long lines, each
 * sentence.
 * @param known names of speakers
 */
export function readPlainText(
  text: string,
  known: readonly string[] = [],
): { turns: Turn[]; clientName: string | null } {
  const { rest, clientName } = splitHeader(text.split('\n').map((line) => line.trim()))
  const lines = withoutOtterFrame(withTurnsApart(rest, known))
  const readPrefix = prefixReader(
    lines.map((line) => line.replace(timeFirst, '')).filter((line) => line !== '' && !timeAlone.test(line)),
    known,
  )
  const turns: Turn[] = []
  let isNewTurn = true
  for (const line of lines) {
    const started = line === '' ? null : startTurn(line, readPrefix)
    if (started) turns.push(started)
    else if (line !== '') {
      const last = turns.at(-1)
      if (last && (last.label !== '' || last.text === '' || (!isNewTurn && last.start !== null)))
        last.text = `${last.text} ${line}`.trim()
      else turns.push({ label: '', start: null, end: null, text: line })
    }
    isNewTurn = line === ''
  }
  const spoken = turns.filter((turn) => hasWords(turn.text))
  const isBare = spoken.every(({ label, start }) => label === '' && start === null)
  return { turns: isBare ? spoken.flatMap(sentencesOf) : spoken, clientName }
}

/** The turn that a line starts, or null if it continues the previous one. */
function startTurn(line: string, readPrefix: ReturnType<typeof prefixReader>): Turn | null {
  const alone = timeAlone.exec(line)
  if (alone) return { label: '', start: secondsOf(alone[1] ?? ''), end: null, text: '' }
  const heading = header.exec(line)
  const name = (heading?.[1] ?? '').replace(/^\[(.*)\]$/, '$1')
  if (heading && isLabel(name)) return { label: name, start: secondsOf(heading[2] ?? ''), end: null, text: '' }
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
  const end = first?.[2] === undefined ? null : secondsOf(first[2])
  const role = bracketed.exec(rest)
  if (role && (roleOf(role[1] ?? '') !== 'unknown' || /^speaker/i.test(role[1] ?? '')))
    return { label: role[1] ?? '', start, end, text: rest.slice(role[0].length) }
  const prefix = readPrefix(rest)
  if (prefix) return { ...prefix, start, end }
  return first ? { label: '', start, end, text: rest } : null
}

/** True if a heading is a name; `see you at 10:30` is speech. */
const isLabel = (text: string) =>
  text.split(/\s+/).length <= 5 &&
  !/[?!,;]$|[.?!]\s+\p{Ll}/u.test(text) &&
  /^\p{Lu}|^speaker|^unknown/iu.test(text) &&
  !/\b(?:at|by|until|till|from|around|about|before|after|to|it's|is|was)$/i.test(text)

/** Removes Otter's title, keywords and speaker names at the start, and its name at the end. */
function withoutOtterFrame(lines: readonly string[]): string[] {
  const spoken = lines.filter((line) => !/^Transcribed by https?:\/\/otter\.ai\/?$/i.test(line))
  const frame = spoken.slice(0, 30).findLastIndex((line) => /^(?:SUMMARY KEYWORDS|SPEAKERS|OUTLINE)$/.test(line))
  const first = spoken.findIndex((line, at) => at > frame && header.test(line))
  return frame >= 0 && first >= 0 ? spoken.slice(first) : spoken
}

const maxLineLength = 400

function sentencesOf(turn: Turn): Turn[] {
  return turn.text.length <= maxLineLength ? [turn] : splitSentences(turn.text).map((text) => ({ ...turn, text }))
}
