import type { Speaker, Utterance } from '#shared/contract/transcripts.ts'
import { speakerNames } from '#shared/rules/speaker-name.ts'

/** The roles a user can assign to a speaker. */
export const roles: readonly { speaker: Speaker; name: string }[] = [
  { speaker: 'therapist', name: speakerNames.therapist },
  { speaker: 'client', name: speakerNames.client },
  { speaker: 'other', name: speakerNames.other },
]

/** The names of the therapist and the client of a session. */
export type People = { therapist: string; client: string }

export type LabelledSpeaker = {
  label: string
  speaker: Speaker
  turns: number
  /**
   * Displayed name: the label if the user or the source named the speaker, else the name of the person with this role.
   */
  name: string
  /** The first letter of the name; for a speaker without a name, the number. */
  initial: string
  /** True if the therapist's remembered voice was recognized in these turns. */
  isRecognized: boolean
}

/** Matches labels of engines and files that name a role or a number instead of a person. */
const genericLabel =
  /^(?:(?:speaker|channel|spk|voice|person)[\s_-]*\w{0,3}|therapist|counsel?lor|clinician|provider|doctor|client|patient|left|right)?$/i

/** Returns the displayed name of a speaker or a turn. */
export function nameIn(people: People, { label, speaker }: Pick<Utterance, 'label' | 'speaker'>): string {
  if (!genericLabel.test(label)) return label
  if (speaker === 'therapist') return people.therapist || speakerNames.therapist
  if (speaker === 'client') return people.client || speakerNames.client
  return genericLabel.test(label) && label !== '' && !isRoleName(label) ? label : speakerNames[speaker]
}

const isRoleName = (label: string) => !/\d/.test(label)

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

export function initialOf(name: string): string {
  const number = /\d+$/.exec(name)?.[0]
  const plain = name.replace(/^(?:dr|mr|mrs|ms|prof)\.?\s+/i, '')
  return number ?? [...graphemes.segment(plain)][0]?.segment.toUpperCase() ?? ''
}

const order: readonly Speaker[] = ['therapist', 'client', 'other', 'unknown']

/**
 * Returns each speaker once, with the most frequent role. Order: therapist, client, others; within a role, by number of
 * turns.
 */
export function labelledSpeakers(
  utterances: readonly Utterance[],
  people: People,
  ownLabel?: string,
): LabelledSpeaker[] {
  const byLabel = Map.groupBy(utterances, ({ label }) => label)
  return [...byLabel]
    .map(([label, turns]) => {
      const speaker = mostFrequent(turns.map((turn) => turn.speaker))
      const name = nameIn(people, { label, speaker })
      const isRecognized = label === ownLabel && speaker === 'therapist'
      return { label, speaker, turns: turns.length, name, initial: initialOf(name), isRecognized }
    })
    .toSorted((one, other) => order.indexOf(one.speaker) - order.indexOf(other.speaker) || other.turns - one.turns)
}

function mostFrequent(speakers: readonly Speaker[]): Speaker {
  const [first] = [...Map.groupBy(speakers, (speaker) => speaker)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  )
  return first?.[0] ?? 'unknown'
}

/** Formats the number of turns: `1 turn`, `61 turns`. */
export const turnCount = (turns: number) => (turns === 1 ? '1 turn' : `${turns} turns`)
