import type { Utterance } from '#shared/contract/transcripts.ts'
import { type Change, requireSpeaker, roleOf, withVoices } from './change.ts'

/**
 * Swaps label and role of two speakers in all turns. A turn whose role differs from the role of its speaker keeps the
 * role.
 * @throws input_invalid for an unknown speaker
 */
export function swapSpeakers(utterances: readonly Utterance[], input: { label: string; other: string }): Change {
  requireSpeaker(utterances, input.label)
  requireSpeaker(utterances, input.other, 'other')
  const roles = { one: roleOf(utterances, input.label), other: roleOf(utterances, input.other) }
  return withVoices(utterances, ({ label, speaker }) => {
    if (label === input.label) return { label: input.other, speaker: speaker === roles.one ? roles.other : speaker }
    if (label === input.other) return { label: input.label, speaker: speaker === roles.other ? roles.one : speaker }
    return undefined
  })
}
