import type { Speaker } from '#shared/contract/transcripts.ts'

export interface Turn {
  speaker: Extract<Speaker, 'therapist' | 'client'>
  text: string
}

/** Words of a script that are not yet spoken by somebody in particular. */
export interface Cast {
  /** The client's first name, at `{name}`. */
  name: string
  /** What the client came for, at `{topic}`. */
  topic: string
}

/**
 * Reads a script: one turn a line, `T: …` for the therapist and `C: …` for the client. `{one|two|three}` are variants of
 * which `fill` takes one.
 * @throws Error for a line that is neither
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

/** Short exchanges of one file, with empty lines between them. */
export function readExchanges(text: string): Turn[][] {
  return text
    .trim()
    .split(/\n{2,}/)
    .map(readScript)
}

/** The turns as they are said: everywhere the same variant, so that what belongs together stays together. */
export function fill(turns: readonly Turn[], variant: number, cast: Cast): Turn[] {
  return turns.map(({ speaker, text }) => ({
    speaker,
    text: text
      .replaceAll('{name}', cast.name)
      .replaceAll('{topic}', cast.topic)
      .replace(/\{([^{}]*\|[^{}]*)\}/g, (_, options: string) => {
        const choices = options.split('|')
        return choices[variant % choices.length] ?? ''
      }),
  }))
}
