import type { NoteType } from '#shared/contract/notes.ts'

interface ThemeFacts {
  noteType: NoteType
  /** Note type used before the theme's method starts. */
  earlyNoteType: NoteType
  treatmentApproach: string
  /** The client's presenting problem, as named in the first sessions. */
  topic: string
}

/** The themes. Each has a long dialogue in `dialogues/` and later exchanges in `follow-ups/`. */
export const themes = {
  sleep: { noteType: 'SOAP', earlyNoteType: 'SOAP', treatmentApproach: 'CBT-I', topic: 'the bad nights' },
  panic: { noteType: 'DAP', earlyNoteType: 'DAP', treatmentApproach: 'CBT', topic: 'the panic' },
  grief: { noteType: 'BIRP', earlyNoteType: 'BIRP', treatmentApproach: 'Grief therapy', topic: 'the loss' },
  couples: { noteType: 'GIRP', earlyNoteType: 'GIRP', treatmentApproach: 'EFT', topic: 'the fighting at home' },
  alcohol: {
    noteType: 'SIRP',
    earlyNoteType: 'SIRP',
    treatmentApproach: 'Motivational Interviewing',
    topic: 'the drinking',
  },
  'work-stress': { noteType: 'PIRP', earlyNoteType: 'PIRP', treatmentApproach: 'ACT', topic: 'the pressure at work' },
  'teen-anxiety': { noteType: 'BIRP', earlyNoteType: 'DAP', treatmentApproach: 'CBT', topic: 'school' },
  trauma: { noteType: 'EMDR', earlyNoteType: 'SOAP', treatmentApproach: 'EMDR', topic: 'the accident' },
  parts: {
    noteType: 'Internal Family Systems',
    earlyNoteType: 'DAP',
    treatmentApproach: 'IFS',
    topic: 'the inner critic',
  },
  housing: {
    noteType: 'Case Management',
    earlyNoteType: 'Case Management',
    treatmentApproach: 'Case management',
    topic: 'finding a place',
  },
  intake: { noteType: 'Intake', earlyNoteType: 'SOAP', treatmentApproach: 'CBT', topic: 'the low mood' },
  'low-mood': { noteType: 'SOAP', earlyNoteType: 'SOAP', treatmentApproach: 'CBT', topic: 'the low days' },
} as const satisfies Record<string, ThemeFacts>

export type Theme = keyof typeof themes
