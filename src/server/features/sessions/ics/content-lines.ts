const maxBytes = 75

/**
 * Formats lines of an iCalendar file: folds them between characters after 75 bytes and ends them with CRLF (RFC 5545,
 * section 3.1).
 */
export function contentLines(lines: readonly string[]): string {
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

/** Escapes a text as a property value (RFC 5545, section 3.3.11). Removes control characters, which are not allowed. */
export function textValue(text: string): string {
  return (
    text
      .replace(/\r\n?/g, '\n')
      // oxlint-disable-next-line no-control-regex -- matches the control characters to remove
      .replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, '')
      .replace(/[\\;,]/g, String.raw`\$&`)
      .replace(/\n/g, String.raw`\n`)
  )
}

function foldLine(line: string): string {
  let result = ''
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > maxBytes) {
      result += '\r\n '
      bytes = 1
    }
    result += character
    bytes += size
  }
  return result
}
