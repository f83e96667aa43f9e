/** Removes NUL characters and replaces lone surrogates, which PostgreSQL rejects. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/** JSON writes NUL and lone surrogates as escapes. A text that looks like such an escape also matches, which only costs time. */
const unstorablePattern = /\\u(?:0000|d[89a-f])/

/** JSON for a `jsonb` column, with storable texts. */
export function storableJson(value: object): string {
  const json = JSON.stringify(value)
  if (!unstorablePattern.test(json)) return json
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'string' ? storableText(part) : part))
}
