import { escapeHtml } from '#server/escape-html.ts'

/** Converts plain text with bullets to HTML: paragraphs and lists, each in the direction of its own script. */
export function toHtml(text: string, heading?: string): string {
  const title = heading === undefined ? '' : `<h3 dir="auto">${escapeHtml(heading)}</h3>`
  return title + text.split('\n\n').map(blockHtml).join('')
}

/** Converts lines of the form `item: finding` to an HTML table. Other lines fill both columns. */
export function toTableHtml(text: string, heading?: string): string {
  const title = heading === undefined ? '' : `<h3 dir="auto">${escapeHtml(heading)}</h3>`
  const rows = text.split('\n').filter((line) => line.trim() !== '')
  return `${title}<table>${rows.map(rowHtml).join('')}</table>`
}

function rowHtml(line: string): string {
  const at = line.indexOf(': ')
  const cell = (words: string) => `<td dir="auto">${escapeHtml(words)}</td>`
  if (at === -1) return `<tr><td colspan="2" dir="auto">${escapeHtml(line)}</td></tr>`
  return `<tr>${cell(line.slice(0, at))}${cell(line.slice(at + 2))}</tr>`
}

/** Converts consecutive lines with bullets to one list, and consecutive other lines to one paragraph. */
function blockHtml(block: string): string {
  const groups: { isList: boolean; lines: string[] }[] = []
  for (const line of block.split('\n')) {
    const isList = /^[•-] /.test(line)
    const last = groups.at(-1)
    if (last?.isList === isList) last.lines.push(line)
    else groups.push({ isList, lines: [line] })
  }
  return groups.map(({ isList, lines }) => (isList ? listHtml(lines) : paragraphHtml(lines))).join('')
}

const listHtml = (lines: readonly string[]) =>
  `<ul>${lines.map((line) => `<li dir="auto">${escapeHtml(line.slice(2))}</li>`).join('')}</ul>`

const paragraphHtml = (lines: readonly string[]) => `<p dir="auto">${lines.map(escapeHtml).join('<br>')}</p>`
