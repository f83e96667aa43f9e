import type { Evidence, SafetyPassage } from '../contract/notes.ts'

interface Turn {
  id: string
  speaker: string
  isTherapist: boolean
  text: string
}

/**
 * A safety passage as a line of the note, e.g. `Therapist: “…?” Client: “…”`. Quotes the utterance of the passage; if it
 * is the therapist's, also the whole answer.
 */
export function safetyQuote(
  { utteranceId, quote }: Pick<SafetyPassage, 'utteranceId' | 'quote'>,
  turns: readonly Turn[],
): { text: string; evidence: Evidence[] } {
  const at = turns.findIndex(({ id }) => id === utteranceId)
  const found = turns[at]
  if (!found) return { text: `“${quote}”`, evidence: [] }
  const rest = turns.slice(at + 1)
  const end = rest.findIndex(({ isTherapist }) => isTherapist)
  const answer = found.isTherapist ? rest.slice(0, end < 0 ? rest.length : end) : []
  const quoted = [found, ...answer]
  return {
    text: quoted.map(({ speaker, text }) => `${speaker}: “${text.replace(/[“”"]/g, '’').trim()}”`).join(' '),
    evidence: quoted.map(({ id, text }) => ({ utteranceId: id, quote: text })),
  }
}
