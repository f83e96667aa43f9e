/** A text of the address's query; undefined where there is none. */
export function readText(given: unknown): string | undefined {
  const text = typeof given === 'number' ? String(given) : given
  return typeof text === 'string' && text !== '' ? text.slice(0, 200) : undefined
}
