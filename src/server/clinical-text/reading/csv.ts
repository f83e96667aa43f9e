import { parse } from 'csv-parse/sync'
import { type Column, guessedColumns, headingOf, isTextHeading, namedColumns, timeOf } from './csv-columns.ts'
import { areMilliseconds, inSeconds } from './milliseconds.ts'
import { type ReadPrefix, prefixReader } from './labels.ts'
import { readPlainText } from './plain-text.ts'
import { continuesSentence, type Turn } from './turn.ts'

interface Options {
  /** True if the file name has a table's extension. */
  isCalledTable: boolean
  known?: readonly string[] | undefined
}

/**
 * Turns of a table with a text and a speaker column, in any order, with or without a header, separated by commas,
 * semicolons, tabs or bars. The speaker may also be at the start of the text. Null if the text is not such a table.
 */
export function readCsv(source: string, options: Options): Turn[] | null {
  // Excel names the separator of its columns on a line of its own.
  const text = source.replace(/^\s*"?sep=[,;|\t]"?[ \t]*\n/i, '')
  const delimiter = delimiterOf(text)
  if (delimiter === null) return readColumn(text, options)
  const rows = rowsOf(text, delimiter)
  const [first] = rows ?? []
  if (!rows || !first) return null
  const named = namedColumns(first)
  const columns = named ?? guessedColumns(rows, options.isCalledTable || delimiter === '\t')
  if (!columns) return readColumn(text, options)
  const width = named ? first.length : Math.min(...rows.slice(0, 200).map((row) => row.length))
  const isMs = named?.start !== undefined && /\bms\b|milli/.test(headingOf(first[named.start] ?? ''))
  const turns = withInheritedLabels(rows.slice(named ? 1 : 0).map((row) => turnOf(row, { columns, width, delimiter })))
  const labeled = columns.speaker === undefined ? withLabelsOfText(turns, options.known) : turns
  return isMs || areMilliseconds(labeled) ? labeled.map(inSeconds) : labeled
}

const delimiters = ['\t', ';', ',', '|']

/** The separator of the first line, outside quotation marks. */
function delimiterOf(text: string): string | null {
  const line = (text.split('\n').find((found) => found.trim() !== '') ?? '').replace(/"(?:[^"]|"")*"/g, '')
  const counts = delimiters.map((mark) => ({ mark, count: line.split(mark).length - 1 }))
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

/** A table of one column, with a heading or quotation marks, is a text with a line in each row. */
function readColumn(text: string, { isCalledTable, known }: Options): Turn[] | null {
  const [heading = '', ...lines] = text.trim().split('\n')
  const isHeaded = isTextHeading(heading)
  if (!isCalledTable || !(isHeaded || /^".*"$/.test(heading))) return null
  const rows = rowsOf(text, ',')
  const cells = rows?.every((row) => row.length === 1)
    ? rows.map(([cell = '']) => cell.replace(/\s*\n\s*/g, ' '))
    : null
  const spoken = cells ? cells.slice(isHeaded ? 1 : 0) : isHeaded ? lines : null
  return spoken && readPlainText(spoken.join('\n'), known).turns
}

interface Layout {
  columns: Partial<Record<Column, number>>
  width: number
  delimiter: string
}

function turnOf(row: readonly string[], { columns, width, delimiter }: Layout): Turn {
  const cell = (column: Column) => row[columns[column] ?? -1] ?? ''
  // More cells than columns: the text contains unquoted separators.
  const more = columns.text === width - 1 ? row.slice(width) : []
  return {
    label: cell('speaker').replace(/\s*[:：]$/, ''),
    start: timeOf(cell('start')),
    end: timeOf(cell('end')),
    text: [cell('text'), ...more].join(delimiter === '\t' ? ' ' : `${delimiter} `),
  }
}

/** A row without a speaker probably continues the speech of the row before. It is certain only if the sentence continues. */
function withInheritedLabels(turns: readonly Turn[]): Turn[] {
  let label = ''
  return turns.map((turn, at) => {
    const isInherited = turn.label === '' && label !== ''
    label = turn.label || label
    const isUnsure = isInherited && !continuesSentence(turns[at - 1]?.text ?? '', turn.text)
    return { ...turn, label, ...(isUnsure && { isSpeakerUnsure: true }) }
  })
}

function withLabelsOfText(turns: readonly Turn[], known: readonly string[] | undefined): Turn[] {
  const readPrefix: ReadPrefix = prefixReader(
    turns.map(({ text }) => text),
    known,
  )
  return turns.map((turn) => ({ ...turn, ...readPrefix(turn.text) }))
}
