import type { Segment } from './port.ts'

/** The setting of the language that lets the engine detect it. */
export const detected = 'auto'

/** The languages of the texts of a recording. */
export class Languages {
  readonly #characters = new Map<string, number>()

  /** Adds a text whose language the engine stated, as a code or an English name. Other words are ignored. */
  add(language: string | null | undefined, text: string): void {
    const code = languageCode(language ?? '')
    if (code) this.#characters.set(code, (this.#characters.get(code) ?? 0) + text.length)
  }

  /** The language of most of the text; undefined if none was stated. */
  main(): string | undefined {
    return [...this.#characters].toSorted(([, one], [, other]) => other - one)[0]?.[0]
  }
}

/** The language of most of the text of some segments; undefined if none was detected. */
export function mainLanguage(segments: readonly Segment[]): string | undefined {
  const languages = new Languages()
  for (const { language, text } of segments) languages.add(language, text)
  return languages.main()
}

const codes = namesOfLanguages()

/** The ISO 639 code of a language that an engine states as `de`, `de-AT` or `german`. */
function languageCode(stated: string): string | undefined {
  const lower = stated.trim().toLowerCase()
  return codes.get(lower) ?? /^([a-z]{2,3})(?:-|$)/.exec(lower)?.[1]
}

/** Codes of two letters by the English name of the language. */
function namesOfLanguages(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
  const letters = 'abcdefghijklmnopqrstuvwxyz'.split('')
  const known = letters.flatMap((one) =>
    letters.flatMap((other) => {
      const name = names.of(one + other)
      return name ? [[name.toLowerCase(), new Intl.Locale(one + other).language] as const] : []
    }),
  )
  return new Map(known)
}
