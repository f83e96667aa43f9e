import type { NoteType } from '#shared/contract/notes.ts'

/** Section names of every note type, in order (spec core §3). */
export const sectionsOf: Readonly<Record<NoteType, readonly string[]>> = {
  SOAP: ['Subjective', 'Objective', 'Assessment', 'Plan'],
  DAP: ['Data', 'Assessment', 'Plan'],
  BIRP: ['Behavior', 'Intervention', 'Response', 'Plan'],
  GIRP: ['Goal', 'Intervention', 'Response', 'Plan'],
  Intake: ['Presenting Problem', 'History', 'Mental Status', 'Diagnosis', 'Treatment Plan'],
  'Case Management': ['Assessment', 'Plan', 'Intervention', 'Monitoring'],
  SIRP: ['Situation', 'Intervention', 'Response', 'Plan'],
  PIRP: ['Problem', 'Intervention', 'Response', 'Plan'],
  'Internal Family Systems': ['Parts Work', 'Assessment', 'Interventions', 'Plan'],
  EMDR: ['Target Memory', 'Assessment', 'Processing', 'Installation', 'Body Scan', 'Closure', 'Plan'],
}

/** The extra section for drafted sentences that fit no section of the note type. Absent without such sentences. */
export const unplacedSection = 'Not placed'

/** All note types, each with its section names in one line, for dialogs. */
export const noteTypeChoices = Object.keys(sectionsOf)
  .filter((name): name is NoteType => Object.hasOwn(sectionsOf, name))
  .map((value) => ({ value, description: sectionsOf[value].join(' • ') }))

/** Sections of a stored note type. An unknown one, e.g. of an older version, has the single section 'Notes'. */
export function sectionTitles(noteType: string): readonly string[] {
  return Object.entries(sectionsOf).find(([name]) => name === noteType)?.[1] ?? ['Notes']
}
