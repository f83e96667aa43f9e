import { parse } from 'csv-parse/sync'
import { isSpeakerLabel, secondsOf, type Turn } from './turn.ts'

type Column = 'speaker' | 'text' | 'start' | 'end'
type Columns = Partial<Record<Column, number>> & { text: number }

const headings: readonly (readonly [Column, RegExp])[] = [
  ['speaker', /^(?:speaker|speaker ?(?:name|label|id)|name|who|role|participant|person|talker)$/],
  ['text', /^(?:text|transcript|transcription|utterance|content|sentence|message|words|speech|line|dialogue|caption)$/],
  [
    'start',
    /^(?:start|start ?(?:time|at|offset|s|sec|seconds|ms)?|from|begin|beginning|time|timestamp|offset|in|time ?in)$/,
  ],
  ['end', /^(?:end|end ?(?:time|at|offset|s|sec|seconds|ms)?|to|until|stop|out|time ?out)$/],
]

/** Rows used to guess the content of a column. */
const sampleRows = 200

/**
 * Turns of a table with a text and a speaker column, in any order, with or without a header, separated by commas,
 * semicolons or tabs. Null if the text is not such a table.
 * @param isCalledTable whether the file name has a table's extension
 */
export function readCsv(text: string, isCalledTable: boolean): Turn[] | null {
  const delimiter = delimiterOf(text)
  const rows = delimiter === null ? null : rowsOf(text, delimiter)
  const [first] = rows ?? []
  if (!rows || !first) return null
  const named = namedColumns(first)
  const columns = named ?? guessedColumns(rows, isCalledTable)
  if (!columns) return null
  const width = named ? first.length : Math.min(...rows.slice(0, sampleRows).map((row) => row.length))
  const isMs = named?.start !== undefined && /\bms\b|milli/.test(headingOf(first[named.start] ?? ''))
  return rows.slice(named ? 1 : 0).map((row) => turnOf(row, columns, { width, divisor: isMs ? 1000 : 1 }))
}

/** The separator of the first line, outside quotation marks. */
function delimiterOf(text: string): string | null {
  const line = (text.split('\n').find((found) => found.trim() !== '') ?? '').replace(/"(?:[^"]|"")*"/g, '')
  const counts = ['\t', ';', ','].map((mark) => ({ mark, count: line.split(mark).length - 1 }))
  const most = counts.reduce((best, next) => (next.count > best.count ? next : best))
  return most.count > 0 ? most.mark : null
}

/** Null if quotation marks do not match; the text is then read as lines, so that no word is lost. */
function rowsOf(text: string, delimiter: string): string[][] | null {
  try {
    const rows: string[][] = parse(text, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
    })
    return rows
  } catch {
    return null
  }
}

const headingOf = (cell: string) =>
  cell
    .toLowerCase()
    .replace(/[_\-/()[\].\s]+/g, ' ')
    .trim()

function namedColumns(row: readonly string[]): Columns | null {
  if (row.some((cell) => cell.length > 30 || /[.?!]$/.test(cell))) return null
  const columns: Partial<Record<Column, number>> = {}
  for (const [column, pattern] of headings) {
    const at = row.findIndex((cell) => pattern.test(headingOf(cell)))
    if (at >= 0) columns[column] = at
  }
  const { text, ...others } = columns
  return text !== undefined && Object.keys(others).length > 0 ? { ...others, text } : null
}

const timeOf = (cell: string) =>
  secondsOf(cell) ?? (/^\d{1,9}(?:[.,]\d{1,6})?$/.test(cell) ? Number(cell.replace(',', '.')) : null)

/**
 * Without a header: times by format, the speaker by repeated names, the text by length. Speech with commas is not a
 * table: unless the file is named as one, it needs roles, or names next to times.
 */
function guessedColumns(rows: readonly string[][], isCalledTable: boolean): Columns | null {
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
  const isRagged = sample.some((row) => row.length !== width)
  if (!text || !speaker || (isRagged && text.at !== width - 1)) return null
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
  cells.every((cell) => cell.length <= 40 && /^\p{L}/u.test(cell) && !/[.?!,;]$/.test(cell)) &&
  new Set(cells).size * 2 <= cells.length

const isRising = (cells: readonly string[]) =>
  cells.every((cell, at) => at === 0 || (timeOf(cell) ?? 0) >= (timeOf(cells[at - 1] ?? '') ?? 0))

function turnOf(
  row: readonly string[],
  columns: Columns,
  { width, divisor }: { width: number; divisor: number },
): Turn {
  const cell = (column: Column) => row[columns[column] ?? -1] ?? ''
  const time = (column: Column) => {
    const seconds = timeOf(cell(column))
    return seconds === null ? null : seconds / divisor
  }
  // More cells than columns: the text contains unquoted separators.
  const more = columns.text === width - 1 ? row.slice(width) : []
  return { label: cell('speaker'), start: time('start'), end: time('end'), text: [cell('text'), ...more].join(', ') }
}
