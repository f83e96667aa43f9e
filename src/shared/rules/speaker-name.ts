import type { Speaker, Utterance } from '../contract/transcripts.ts'

export const speakerNames: Readonly<Record<Speaker, string>> = {
  therapist: 'Therapist',
  client: 'Client',
  other: 'Other',
  unknown: 'Unknown',
}

/** Name of a speaker: the role, or the name in the source while the role is unknown. */
export function speakerName({ speaker, label }: Pick<Utterance, 'speaker' | 'label'>): string {
  return speaker === 'unknown' && label !== '' ? label : speakerNames[speaker]
}
