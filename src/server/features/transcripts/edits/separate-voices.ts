import type { Transcript } from '#shared/contract/transcripts.ts'
import { labelSpeakers } from '#server/clinical-text/speakers/speaker-roles.ts'
import { fail } from '#server/fail.ts'
import { type Change, withVoices } from './change.ts'

/**
 * Assigns the turns of a transcript with one speaker to a therapist and a client, according to their words.
 * @throws input_invalid if the transcript has several speakers
 */
export function separateVoices(transcript: Transcript): Change {
  const { utterances } = transcript
  if (new Set(utterances.map(({ label }) => label)).size > 1)
    fail('input_invalid', {}, { fields: { kind: 'This transcript has several speakers.' } })
  const unnamed = utterances.map((turn) => ({ ...turn, speaker: 'unknown' as const, label: '' }))
  const named = new Map(labelSpeakers({ ...transcript, utterances: unnamed }).utterances.map((turn) => [turn.id, turn]))
  return withVoices(utterances, ({ id }) => named.get(id))
}
