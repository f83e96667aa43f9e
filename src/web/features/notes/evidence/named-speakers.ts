import type { Utterance } from '#shared/contract/transcripts.ts'
import { speakerName } from '#shared/rules/speaker-name.ts'

/** A speaker of a transcript. `name` is the role, or the label if several speakers have this role. */
export type NamedSpeaker = { label: string; name: string }

/** Returns the speakers whose role is known, in order of appearance. */
export function namedSpeakers(utterances: readonly Pick<Utterance, 'label' | 'speaker'>[]): NamedSpeaker[] {
  const known = utterances.filter(({ speaker }) => speaker !== 'unknown')
  const speakers = [...new Map(known.toReversed().map((turn) => [turn.label, turn])).values()].toReversed()
  return speakers.map((turn) => {
    const isOnly = speakers.every((other) => other === turn || other.speaker !== turn.speaker)
    return { label: turn.label, name: isOnly || turn.label === '' ? speakerName(turn) : turn.label }
  })
}
