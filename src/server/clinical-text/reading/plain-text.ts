import { splitSentences } from '#shared/rules/sentences.ts'
import { withoutExportBoilerplate } from './export-boilerplate.ts'
import { splitHeader } from './file-header.ts'
import { splitInlineTurns } from './inline-turns.ts'
import { withColons } from './labels-without-colon.ts'
import { withoutMarks } from './marks.ts'
import { withOwnLinesJoined } from './own-lines.ts'
import { type StartTurn, turnStarter } from './start-turn.ts'
import { hasWords, type Turn } from './turn.ts'

/**
 * Turns of a plain text, with or without speakers and times. Without speakers, each line is a turn; in long lines, each
 * sentence.
 * @param known names of speakers
 */
export function readPlainText(
  text: string,
  known: readonly string[] = [],
): { turns: Turn[]; clientName: string | null } {
  const written = text.split('\n').map((line) => line.replace(/\s+/g, ' ').trim())
  const { rest, clientName } = splitHeader(withoutMarks(withColons(written, known)))
  const joinedText = withOwnLinesJoined(rest, known)
  const names = [...known, ...joinedText.names]
  const all = splitInlineTurns(joinedText.lines, names)
  const lines = withoutExportBoilerplate(all, turnStarter(all, names).isLabeled)
  const spoken = turnsOf(lines, turnStarter(lines, names).start).filter((turn) => hasWords(turn.text))
  const isBare = spoken.every(({ label, start }) => label === '' && start === null)
  return { turns: isBare ? spoken.flatMap(sentencesOf) : spoken, clientName }
}

function turnsOf(lines: readonly string[], start: StartTurn): Turn[] {
  const turns: Turn[] = []
  let isAfterBlank = true
  let time: number | null = null
  lines.forEach((line, at) => {
    const last = turns.at(-1)
    const started =
      line === '' ? null : start(line, { last, next: lines.slice(at + 1, at + 9).find((one) => one !== '') })
    if (started?.text === null) {
      if (last?.label !== '' && last?.text === '' && last.start === null) last.start = started.start
      else time = started.start
    } else if (started) {
      const label = started.label === '' ? (last?.label ?? '') : started.label
      turns.push({ ...started, text: started.text, label, start: started.start ?? time })
      time = null
    } else if (line !== '') {
      const isOpen =
        last && time === null && (last.label !== '' || last.text === '' || (!isAfterBlank && last.start !== null))
      if (isOpen) last.text = `${last.text} ${line}`.trim()
      else turns.push({ label: last?.label ?? '', start: time, end: null, text: line })
      time = null
    }
    isAfterBlank = line === ''
  })
  return turns
}

const maxLineLength = 400

function sentencesOf(turn: Turn): Turn[] {
  return turn.text.length <= maxLineLength ? [turn] : splitSentences(turn.text).map((text) => ({ ...turn, text }))
}
