/** Removes NUL characters and replaces lone surrogates, which PostgreSQL rejects. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/** JSON for a `jsonb` column, with storable texts. */
export function storableJson(value: object): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'string' ? storableText(part) : part))
}
