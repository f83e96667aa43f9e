import type { Speaker, Utterance } from '../contract/transcripts.ts'

export const speakerNames: Readonly<Record<Speaker, string>> = {
  therapist: 'Therapist',
  client: 'Client',
  other: 'Other',
  unknown: 'Unknown',
}

/** What a speaker is called: the role, or what the source called them while the role is unknown. */
export function speakerName({ speaker, label }: Pick<Utterance, 'speaker' | 'label'>): string {
  return speaker === 'unknown' && label !== '' ? label : speakerNames[speaker]
}
