import type { Speaker, Utterance } from '#shared/contract/transcripts.ts'
import { speakerNames } from '#shared/rules/speaker-name.ts'

/** The roles a user can assign to a speaker. */
export const roles: readonly { speaker: Speaker; name: string }[] = [
  { speaker: 'therapist', name: speakerNames.therapist },
  { speaker: 'client', name: speakerNames.client },
  { speaker: 'other', name: speakerNames.other },
]

export type LabelledSpeaker = { label: string; speaker: Speaker; turns: number }

/** Each speaker label once, with its most frequent role and number of turns, most talkative first. */
export function labelledSpeakers(utterances: readonly Utterance[]): LabelledSpeaker[] {
  const byLabel = Map.groupBy(utterances, ({ label }) => label)
  return [...byLabel]
    .map(([label, turns]) => ({
      label,
      speaker: mostFrequent(turns.map(({ speaker }) => speaker)),
      turns: turns.length,
    }))
    .toSorted((one, other) => other.turns - one.turns)
}

function mostFrequent(speakers: readonly Speaker[]): Speaker {
  const [first] = [...Map.groupBy(speakers, (speaker) => speaker)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  )
  return first?.[0] ?? 'unknown'
}
