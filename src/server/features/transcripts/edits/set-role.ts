import type { Speaker, Utterance } from '#shared/contract/transcripts.ts'
import { type Change, requireSpeaker, withVoices } from './change.ts'

/**
 * Sets the role of a speaker in all turns.
 * @throws input_invalid for an unknown speaker
 */
export function setRole(utterances: readonly Utterance[], input: { label: string; speaker: Speaker }): Change {
  requireSpeaker(utterances, input.label)
  return withVoices(utterances, ({ label }) => (label === input.label ? input : undefined))
}
