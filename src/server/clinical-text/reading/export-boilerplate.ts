import { isName, isProperName } from './labels.ts'
import { timeAlone } from './times.ts'

/** Lines that a program adds before, between or after the turns. No one spoke them. */
const addedPattern =
  /^(?:Transcribed by https?:\/\/otter\.ai\/?|\*?This editable transcript was computer generated and might contain errors\..*|(?:#+\s*)?(?:Meeting|Transcription) ended after \d[\d:]*.*|\S.{0,60} (?:started|stopped) transcription|(?:.{0,80}\s)?\(?\d{4}-\d{2}-\d{2} .{0,30}\) ?[-–] Transcript|.{0,120}-\d{8}_\d{6}-Meeting (?:Transcript|Recording).{0,20})$/i

/** Lines of a title, a date or a length, which only the first lines of an export contain. */
const titlePattern =
  /^(?:(?:#+\s*)?(?:📖\s*)?(?:.{0,80}[-–]\s*)?Transcript|Attendees|\w{3,9} \d{1,2},? \d{4}(?:,? \d{1,2}:\d{2} ?[ap]m)?|\d{1,2} \w{3,9} \d{4}(?:,? \d{1,2}:\d{2} ?[ap]m)?|(?:\d{1,2}h )?\d{1,3}m(?: \d{1,2}s)?)$/i

/**
 * Removes what Otter, Teams and Google Meet add to a transcript: title, date, keywords, lists of speakers, a summary
 * before the transcript, and notices.
 * @param isTurn true for a line that starts a turn
 */
export function withoutExportBoilerplate(lines: readonly string[], isTurn: (line: string) => boolean): string[] {
  const marked = lines.findIndex((line) => /^(?:#+\s*)?📖 Transcript$/u.test(line))
  const spoken = lines.slice(marked + 1).filter((line) => !addedPattern.test(line))
  const frame = spoken.slice(0, 30).findLastIndex((line) => /^(?:SUMMARY KEYWORDS|SPEAKERS|OUTLINE)$/.test(line))
  const first = spoken.findIndex((line, at) => at > frame && (isTurn(line) || timeAlone.test(line)))
  if (frame >= 0 && first >= 0) return spoken.slice(first)
  const before = spoken.slice(0, Math.max(0, first))
  if (!before.some((line) => titlePattern.test(line))) return spoken
  const rest = before.filter(
    (line, at) => !titlePattern.test(line) && !(before[at - 1] === 'Attendees' && areNames(line)),
  )
  return [...rest, ...spoken.slice(first)]
}

const areNames = (line: string) => line.split(/,\s*/).every((name) => isName(name) && isProperName(name))
