import type { Utterance } from '#shared/contract/transcripts.ts'
import type { LocatedQuote } from './quotes.ts'

export const isSameVoice = (one: Utterance, other: Utterance) =>
  one.speaker === other.speaker && one.label === other.label

/** The label of a speaker who is neither client nor therapist or is unknown; else empty. */
export function voiceOf({ speaker, label }: Pick<Utterance, 'speaker' | 'label'>): string {
  if (speaker === 'other') return label.trim() || 'Another person'
  return speaker === 'unknown' ? label.trim() || 'Unknown speaker' : ''
}

/**
 * The line of an excerpt without the name of its speaker, if the cited words are of this speaker. The name may contain a
 * number or quotation marks, which are not claims: `Mother 2 said: “…”`
 */
export function withoutVoice(line: string, located: readonly LocatedQuote[]): string {
  const voices = new Set(located.map(({ utterance }) => voiceOf(utterance)).filter((voice) => voice !== ''))
  for (const voice of voices) {
    if (/^ (?:said|asked): “/.test(line.slice(voice.length)) && line.startsWith(voice)) return line.slice(voice.length)
    const answering = `”, ${voice} answered “`
    if (line.startsWith('When asked “') && line.includes(answering))
      return line.replace(answering, () => '”, answered “')
  }
  return line
}
