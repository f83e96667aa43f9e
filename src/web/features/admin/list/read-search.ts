/** Reads a text parameter of the URL; undefined if it is missing. */
export function readText(given: unknown): string | undefined {
  const text = typeof given === 'number' ? String(given) : given
  return typeof text === 'string' && text !== '' ? text.slice(0, 200) : undefined
}
