import type { Utterance } from '#shared/contract/transcripts.ts'
import { storableText } from '#server/db/storable.ts'
import { fail } from '#server/fail.ts'
import { type Change, requireSpeaker, withVoices } from './change.ts'

/**
 * Gives a speaker another label.
 * @throws input_invalid for an unknown speaker, or a name that another speaker has
 */
export function renameSpeaker(utterances: readonly Utterance[], input: { label: string; name: string }): Change {
  requireSpeaker(utterances, input.label)
  const label = storableText(input.name).replaceAll(/\s+/gu, ' ')
  const isTaken = utterances.some((turn) => turn.label !== input.label && isSameName(turn.label, label))
  if (isTaken) fail('input_invalid', {}, { fields: { name: 'Another speaker has this name. Merge the two instead.' } })
  return withVoices(utterances, (turn) => (turn.label === input.label ? { label, speaker: turn.speaker } : undefined))
}

const isSameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
