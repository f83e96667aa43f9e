import type { Utterance } from '#shared/contract/transcripts.ts'
import { type Change, indexOfTurn, requireSpeaker, roleOf, withVoices } from './change.ts'

/**
 * Assigns a turn to another speaker, or to a new speaker if the label is null. The label that the turn already has
 * confirms its speaker. In each case, the turn is no longer marked as having an unsure speaker.
 * @throws turn_missing; input_invalid for an unknown speaker
 */
export function changeSpeaker(
  utterances: readonly Utterance[],
  { utteranceId, label }: { utteranceId: string; label: string | null },
): Change {
  const turn = utterances[indexOfTurn(utterances, utteranceId)]
  if (label !== null) requireSpeaker(utterances, label)
  const voice =
    label === null
      ? ({ label: newLabel(utterances), speaker: 'other' } as const)
      : { label, speaker: label === turn?.label ? turn.speaker : roleOf(utterances, label) }
  return withVoices(utterances, ({ id }) => (id === utteranceId ? { ...voice, isSpeakerUnsure: false } : undefined))
}

/**
 * Returns `Speaker N` with the first free number that is at least 3 and above the number of speakers. Usually, 1 and 2
 * are the therapist and the client.
 */
function newLabel(utterances: readonly Utterance[]): string {
  const labels = new Set(utterances.map(({ label }) => label))
  let number = Math.max(3, labels.size + 1)
  while (labels.has(`Speaker ${number}`)) number += 1
  return `Speaker ${number}`
}
