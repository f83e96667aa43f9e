/** Maximum depth of nesting. No input of the contract is nearly as deep. */
const maxDepth = 32

/** Maximum number of values, keys and separators of one body. The longest live text has 36,000. */
const maxParts = 50_000

const [quote, backslash, comma, colon] = Buffer.from('"\\,:')
const opening: ReadonlySet<number> = new Set(Buffer.from('[{'))
const closing: ReadonlySet<number> = new Set(Buffer.from(']}'))

/**
 * True if JSON parses quickly. Megabytes of nested or tiny parts take the parser seconds and block the event loop;
 * counting brackets and commas takes milliseconds. Skips quoted text.
 */
export function isCheapToParse(json: Buffer): boolean {
  let depth = 0
  let parts = 0
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] ?? 0
    if (byte === quote) at = endOfText(json, at)
    else if (opening.has(byte)) depth += 1
    else if (closing.has(byte)) depth -= 1
    if (byte === comma || byte === colon || opening.has(byte)) parts += 1
    if (depth > maxDepth || parts > maxParts) return false
  }
  return true
}

/** Index of the quote that ends the text at `start`. A quote after an odd number of backslashes is escaped. */
function endOfText(json: Buffer, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let slashes = 0
    while (json[end - 1 - slashes] === backslash) slashes += 1
    if (slashes % 2 === 0) return end
  }
  return json.length
}
