import type { Transcript } from '#shared/contract/transcripts.ts'
import type { Span } from '#server/providers/speech/speakers/port.ts'

/** Returns the times of the therapist's turns, without unsure turns and turns that overlap with another speaker. */
export function ownTurns({ utterances }: Transcript): Span[] {
  const others = utterances.filter(({ speaker }) => speaker !== 'therapist')
  return utterances
    .filter(
      (turn) => turn.speaker === 'therapist' && !turn.isCrosstalk && !turn.isSpeakerUnsure && turn.end > turn.start,
    )
    .filter((turn) => !others.some((other) => other.start < turn.end && turn.start < other.end))
    .map(({ start, end }) => ({ start, end }))
}
