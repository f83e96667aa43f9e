import type { Transcript } from '#shared/contract/transcripts.ts'
import type { Span } from '#server/providers/speech/speakers/port.ts'

/** The turns of the therapist without another speaker at the same time. */
export function ownTurns({ utterances }: Transcript): Span[] {
  const others = utterances.filter(({ speaker }) => speaker !== 'therapist')
  return utterances
    .filter(({ speaker, isCrosstalk, start, end }) => speaker === 'therapist' && !isCrosstalk && end > start)
    .filter((turn) => !others.some((other) => other.start < turn.end && turn.start < other.end))
    .map(({ start, end }) => ({ start, end }))
}
