import type { Speaker, Utterance } from '#shared/contract/transcripts.ts'

const names: Readonly<Record<Speaker, string>> = {
  therapist: 'Therapist',
  client: 'Client',
  other: 'Other',
  unknown: 'Unknown',
}

/** What a person may say a speaker is. */
export const roles: readonly { speaker: Speaker; name: string }[] = [
  { speaker: 'therapist', name: names.therapist },
  { speaker: 'client', name: names.client },
  { speaker: 'other', name: names.other },
]

/** What a speaker is called on the page: the role, or what the source called them while the role is unknown. */
export function speakerName({ speaker, label }: Pick<Utterance, 'speaker' | 'label'>): string {
  return speaker === 'unknown' && label !== '' ? label : names[speaker]
}

export type LabelledSpeaker = { label: string; speaker: Speaker; turns: number }

/** Every label of a transcript once, with the role most of its turns have, by how often it speaks. */
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
