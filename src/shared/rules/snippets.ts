/**
 * Variables of a snippet, and the text that replaces each. `cursor` is replaced by nothing: the cursor moves there.
 * Scores of measures are not recorded, so `measure:` and a name become a place to fill in.
 */
export const snippetVariables = {
  client: 'the first name of the client',
  pronoun: 'he, she, they or the client',
  date: 'the date of the session',
  start: 'the start time',
  end: 'the end time',
  cursor: 'the place of the cursor afterwards',
  'measure:PHQ-9': 'a place to fill in: [PHQ-9: score, date]. Any name of a measure works; Attend has no scores',
} as const
/** Values of the variables for one note. */
export type SnippetValues = Record<'client' | 'pronoun' | 'date' | 'start' | 'end', string>

const variablePattern = /\{([^{}\n]*)\}/g

/** Names in braces that are not variables, in their order. */
export function unknownVariables(body: string): string[] {
  return [...body.matchAll(variablePattern)]
    .map(([, name = '']) => name)
    .filter((name) => !Object.hasOwn(snippetVariables, name) && measurePlaceholder(name) === null)
}

/** The place to fill in for `measure:PHQ-9`, or null if the name is not that of a measure. */
function measurePlaceholder(name: string): string | null {
  const [, measure] = /^measure:([\p{L}\p{N}](?:[\p{L}\p{N} .-]{0,28}[\p{L}\p{N}])?)$/u.exec(name) ?? []
  return measure === undefined ? null : `[${measure}: score, date]`
}

/** The first place in a text that is still to fill in, e.g. `[PHQ-9: score, date]`, or null. */
export function firstPlaceholder(text: string): string | null {
  return /\[[^[\]\n]{1,30}: score, date\]/.exec(text)?.[0] ?? null
}

/** The subject pronoun of a client. Without pronouns the client is named as such. */
export function pronounOf(pronouns: string): string {
  return { 'He/Him': 'he', 'She/Her': 'she', 'They/Them': 'they' }[pronouns] ?? 'the client'
}

/** A text to insert, the offset of the cursor in it, and the number of characters that are selected from there. */
interface Expansion {
  text: string
  cursor: number
  selected: number
}

/**
 * The text of a snippet with its variables replaced. The cursor is at `{cursor}`, else it selects the first place to
 * fill in, else it is at the end.
 */
export function expandSnippet(body: string, values: SnippetValues): Expansion {
  let text = ''
  let cursor: number | null = null
  let toFill: { cursor: number; selected: number } | null = null
  let position = 0
  for (const match of body.matchAll(variablePattern)) {
    text += body.slice(position, match.index)
    const name = match[1] ?? ''
    const place = measurePlaceholder(name)
    if (place !== null) {
      toFill ??= { cursor: text.length, selected: place.length }
      text += place
    } else if (name === 'cursor') cursor ??= text.length
    else text += isValue(name, values) ? inSentence(text, values[name]) : match[0]
    position = match.index + match[0].length
  }
  text += body.slice(position)
  return { text, ...(cursor === null && toFill ? toFill : { cursor: cursor ?? text.length, selected: 0 }) }
}

function isValue(name: string, values: SnippetValues): name is keyof SnippetValues {
  return Object.hasOwn(values, name)
}

/** A value that begins a sentence gets a capital. */
function inSentence(before: string, value: string): string {
  const isFirst = /(?:^|[.?!]["”)]?\s+|\n\s*)$/.test(before)
  return isFirst ? value.slice(0, 1).toUpperCase() + value.slice(1) : value
}

/** A typed trigger: `;` and the beginning of a name, at the start of a word. */
export interface TypedTrigger {
  /** The offset of `;`. */
  start: number
  /** The characters after `;`. */
  typed: string
}

/** The trigger that ends at the cursor, or null. */
export function triggerAt(text: string, cursor: number): TypedTrigger | null {
  const found = /(?:^|[\s([“"])(;([a-z0-9-]{0,20}))$/i.exec(text.slice(Math.max(0, cursor - 24), cursor))
  if (!found) return null
  const [, whole = '', typed = ''] = found
  return { start: cursor - whole.length, typed: typed.toLowerCase() }
}
