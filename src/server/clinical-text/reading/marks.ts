/** Up to 50 characters without the emphasis sign of the first group, and without a colon before a space. */
const innerPattern = String.raw`((?:(?!\1|[:：]\s).){1,50}?)`

/** A time after a label, such as `(00:03)` or `– 0:03`. */
const timeAfter = String.raw`(?=\s*[–—|•·,-]?\s*[[(]?\d{1,2}:\d\d)`

/** Emphasis of Markdown around a label, with or without its colon or before its time, or around a line. */
const emphasis = [
  new RegExp(String.raw`(\*\*|__)${innerPattern}([:：])\1`, 'g'),
  new RegExp(String.raw`(\*\*|__)${innerPattern}\1\s?([:：])`, 'g'),
  new RegExp(String.raw`^([*_])${innerPattern}([:：])\1(?=\s|$)`),
  new RegExp(String.raw`^([*_])${innerPattern}\1([:：])(?=\s|$)`),
  new RegExp(String.raw`(?<=^(?:[-*•] )?)(\*\*|__|[*_])(?=\S)${innerPattern}()\1${timeAfter}`),
  new RegExp(String.raw`^(\*\*|__)${innerPattern}()\1$`),
]

/** A whole line in quotation marks that hold a label. */
const inQuotes = /^["“„«]\s?([^"“”„«»:]{1,50}:.*)["”“»]$/

/**
 * Lines without the signs of Markdown and email that would hide a label: emphasis around it, `>` before the lines of
 * a quotation, and quotation marks around each line. Removes no word.
 */
export function withoutMarks(lines: readonly string[]): string[] {
  const written = lines.filter((line) => line !== '').length
  const quoted = lines.filter((line) => /^>(?!>)/.test(line)).length
  const isQuotation = quoted * 2 > written
  const isInQuotes = lines.filter((line) => inQuotes.test(line)).length * 2 > written
  return lines.map((line) => {
    const plain = isQuotation ? line.replace(/^>(?!>)\s?/, '') : isInQuotes ? line.replace(inQuotes, '$1') : line
    return emphasis.reduce((text, pattern) => text.replace(pattern, '$2$3'), plain).trim()
  })
}
