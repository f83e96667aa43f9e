import { isSpeakerLabel } from './roles.ts'
import { secondsOf, timeAlone } from './times.ts'

export type Column = 'speaker' | 'text' | 'start' | 'end'
type Columns = Partial<Record<Column, number>> & { text: number }

/** Column headings in English, German, Spanish, French, Italian, Portuguese and Dutch, without accents. */
const headings: readonly (readonly [Column, RegExp])[] = [
  [
    'speaker',
    /^(?:speaker|speaker ?(?:name|label|id)|name|who|role|participant|person|talker|sprecher|sprecherin|rolle|wer|teilnehmer|hablante|orador|interlocutor|nombre|persona|participante|rol|locuteur|interlocuteur|intervenant|nom|personne|parlante|oratore|nome|falante|spreker|naam)$/,
  ],
  [
    'text',
    /^(?:text|transcript|transcription|utterance|content|sentence|message|words|speech|line|dialogue|caption|transkript|inhalt|aussage|satz|gesprochenes|texto|transcripcion|contenido|frase|mensaje|dialogo|texte|contenu|phrase|paroles|propos|testo|trascrizione|contenuto|transcricao|conteudo|tekst|inhoud)$/,
  ],
  [
    'start',
    /^(?:start|start ?(?:time|at|offset|s|sec|seconds|ms)?|from|begin|beginning|time|timestamp|offset|in|time ?in|beginn|anfang|von|zeit|zeitstempel|uhrzeit|startzeit|inicio|comienzo|desde|hora|tiempo|marca de tiempo|debut|de|temps|heure|horodatage|inizio|da|tempo|ora|begin|tijd)(?: (?:s|sec|ms))?$/,
  ],
  [
    'end',
    /^(?:end|end ?(?:time|at|offset|s|sec|seconds|ms)?|to|until|stop|out|time ?out|ende|bis|endzeit|fin|final|hasta|a|fine|fim|ate|einde|tot)(?: (?:s|sec|ms))?$/,
  ],
]

/** Rows used to guess the content of a column. */
const sampleRows = 200

export const headingOf = (cell: string) =>
  cell
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[_\-/()[\].\s]+/g, ' ')
    .trim()

/** True for the heading of a column with text. */
export const isTextHeading = (cell: string) =>
  headings.some(([column, pattern]) => column === 'text' && pattern.test(headingOf(cell.replaceAll('"', ''))))

export function namedColumns(row: readonly string[]): Columns | null {
  if (row.some((cell) => cell.length > 30 || /[.?!]$/.test(cell))) return null
  const columns: Partial<Record<Column, number>> = {}
  for (const [column, pattern] of headings) {
    const at = row.findIndex((cell) => pattern.test(headingOf(cell)))
    if (at >= 0) columns[column] = at
  }
  const { text, ...others } = columns
  return text !== undefined && Object.keys(others).length > 0 ? { ...others, text } : null
}

const isoTime = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,6})?)?)(Z|[+-]\d{2}:\d{2})?$/

/** Seconds of a cell: a time, a time with a date, or a number. With a date, counted from 1970, so that times rise across midnight. */
export function timeOf(cell: string): number | null {
  const [, day, hours, zone = 'Z'] = isoTime.exec(cell) ?? []
  if (day !== undefined) return Date.parse(`${day}T${(hours ?? '').replace(',', '.')}${zone}`) / 1000
  const clock = timeAlone.exec(cell)?.[1]
  if (clock !== undefined) return secondsOf(clock)
  return /^\d{1,9}(?:[.,]\d{1,6})?$/.test(cell) ? Number(cell.replace(',', '.')) : null
}

/**
 * Finds the columns without a header: times by format, the speaker by repeated names, the text by length. Speech with
 * commas is not a table. Unless the file name is that of a table, a table needs roles, or names next to times.
 */
export function guessedColumns(rows: readonly string[][], isCalledTable: boolean): Columns | null {
  const sample = rows.slice(0, sampleRows)
  const width = Math.min(...sample.map((row) => row.length))
  if (sample.length < 2 || width < 2) return null
  const all = Array.from({ length: width }, (_, at) => ({ at, cells: sample.map((row) => row[at] ?? '') }))
  const times = all.filter(({ cells }) => cells.every((cell) => timeOf(cell) !== null))
  const written = all.filter((column) => !times.includes(column))
  const byLength = written.toSorted((one, other) => lengthOf(other.cells) - lengthOf(one.cells))
  const speaker =
    written.find(({ cells }) => cells.every(isSpeakerLabel)) ??
    byLength.slice(1).findLast(({ cells }) => isNames(cells))
  const text = byLength.find((column) => column !== speaker)
  const isAmbiguous = !isCalledTable && written.some((column) => column !== speaker && column !== text)
  const isRagged = sample.some((row) => row.length !== width)
  if (!text || !speaker || isAmbiguous || (isRagged && text.at !== width - 1)) return null
  if (!isCalledTable && times.length === 0 && !speaker.cells.every(isSpeakerLabel)) return null
  const [start, end] = times.filter(({ cells }) => isRising(cells))
  return {
    text: text.at,
    speaker: speaker.at,
    ...(start && { start: start.at }),
    ...(end && { end: end.at }),
  }
}

const lengthOf = (cells: readonly string[]) => cells.reduce((sum, cell) => sum + cell.length, 0)

/** True for short labels that repeat. */
const isNames = (cells: readonly string[]) =>
  cells.every((cell) => cell.length <= 40 && /^\p{L}/u.test(cell) && !/[.?!,;]$|:\s/.test(cell)) &&
  new Set(cells).size * 2 <= cells.length

const isRising = (cells: readonly string[]) =>
  cells.every((cell, at) => at === 0 || (timeOf(cell) ?? 0) >= (timeOf(cells[at - 1] ?? '') ?? 0))
