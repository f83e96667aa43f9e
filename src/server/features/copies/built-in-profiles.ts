import type { CopyProfile } from '#shared/contract/copies.ts'

/** Settings of most EHRs: rich text, the section titles as field labels, and the EHR's own header. */
const commonSettings = {
  isBuiltIn: true,
  mapping: [],
  header: [],
  bullets: '•',
  blankLines: true,
  maxChars: null,
  asciiOnly: false,
  html: true,
} as const

const toFields = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([section, label]) => ({ section, label }))

/** Read-only profiles. EHRs let practices rename fields, so a practice with other labels needs its own profile. */
export const builtInProfiles: readonly CopyProfile[] = [
  { ...commonSettings, header: [], mapping: [], id: 'simplepractice', name: 'SimplePractice' },
  {
    ...commonSettings,
    id: 'therapynotes',
    name: 'TherapyNotes',
    // TherapyNotes has one form for all progress notes, based on SOAP.
    mapping: toFields({
      Subjective: 'Symptom Description and Subjective Report',
      Data: 'Symptom Description and Subjective Report',
      Behavior: 'Symptom Description and Subjective Report',
      Situation: 'Symptom Description and Subjective Report',
      Problem: 'Symptom Description and Subjective Report',
      'Presenting Problem': 'Symptom Description and Subjective Report',
      Goal: 'Treatment Plan Progress',
      Objective: 'Objective Content',
      Intervention: 'Interventions Used',
      Interventions: 'Interventions Used',
      Response: 'Treatment Plan Progress',
      Assessment: 'Treatment Plan Progress',
    }),
    header: [],
    bullets: '-',
    html: false,
  },
  { ...commonSettings, header: [], mapping: [], id: 'theranest', name: 'TheraNest', bullets: '-', html: false },
  { ...commonSettings, mapping: [], id: 'jane', name: 'Jane', header: ['date', 'time'] },
  { ...commonSettings, mapping: [], id: 'intakeq', name: 'IntakeQ', header: ['client', 'date', 'time', 'author'] },
  {
    ...commonSettings,
    mapping: [],
    id: 'epic',
    name: 'Epic',
    header: ['date', 'time', 'author'],
    bullets: '-',
    asciiOnly: true,
    html: false,
  },
]
