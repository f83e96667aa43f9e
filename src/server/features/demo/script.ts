import type { Speaker } from '#shared/contract/transcripts.ts'

export interface Turn {
  speaker: Extract<Speaker, 'therapist' | 'client'>
  text: string
}

/** Values for a script's placeholders. */
export interface Placeholders {
  /** The client's first name, for `{name}`. */
  name: string
  /** The client's presenting problem, for `{topic}`. */
  topic: string
}

/**
 * Parses a script: one turn per line, `T: …` for the therapist and `C: …` for the client. `{one|two|three}` lists
 * variants; `fill` picks one.
 * @throws Error for any other line
 */
export function readScript(text: string): Turn[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const said = line.slice(3)
      if (line.startsWith('T: ')) return { speaker: 'therapist', text: said }
      if (line.startsWith('C: ')) return { speaker: 'client', text: said }
      throw new Error(`Not a line of a script: ${line}`)
    })
}

/** Parses a file of short exchanges that are separated by empty lines. */
export function readExchanges(text: string): Turn[][] {
  return text
    .trim()
    .split(/\n{2,}/)
    .map(readScript)
}

/** Fills in the placeholders. Picks the same variant everywhere, so that related words match. */
export function fill(turns: readonly Turn[], variant: number, values: Placeholders): Turn[] {
  return turns.map(({ speaker, text }) => ({
    speaker,
    text: text
      .replaceAll('{name}', values.name)
      .replaceAll('{topic}', values.topic)
      .replace(/\{([^{}]*\|[^{}]*)\}/g, (_, options: string) => {
        const choices = options.split('|')
        return choices[variant % choices.length] ?? ''
      }),
  }))
}
