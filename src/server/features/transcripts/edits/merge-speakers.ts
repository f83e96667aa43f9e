import type { Utterance } from '#shared/contract/transcripts.ts'
import { type Change, requireSpeaker, roleOf, withVoices } from './change.ts'

/**
 * Assigns all turns of a speaker to another speaker.
 * @throws input_invalid for an unknown speaker
 */
export function mergeSpeakers(utterances: readonly Utterance[], input: { label: string; into: string }): Change {
  requireSpeaker(utterances, input.label)
  requireSpeaker(utterances, input.into, 'into')
  const into = { label: input.into, speaker: roleOf(utterances, input.into) }
  return withVoices(utterances, ({ label }) => (label === input.label ? into : undefined))
}
