/** Text as PostgreSQL can keep it: NUL characters and halves of characters, which it refuses, are taken out. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/** A value for a `jsonb` column, its texts as PostgreSQL can keep them. */
export function storableJson(value: object): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'string' ? storableText(part) : part))
}
