import type { NoteType } from '#shared/contract/notes.ts'
import { sectionsOf } from './note-types.ts'

/** A placeholder for the text of a section; it is never saved. */
interface Prompt {
  part: string
  hint: string
}

const interventions: Prompt = { part: 'Interventions', hint: 'What you did, and how the client responded' }
const risk: Prompt = { part: 'Risk', hint: 'See the safety passages. Write what you assessed and how.' }
const nextSteps: Prompt = { part: 'Next steps', hint: 'Homework, referrals, next session' }
const mentalStatus: Prompt = {
  part: 'Mental status',
  hint: 'Appearance, mood, affect, speech, thought process, orientation',
}
const reported: Prompt = { part: 'What the client reported', hint: 'What the client reported, in your words' }
const response: Prompt = { part: 'Response', hint: 'How the client responded' }

const byTitle: Readonly<Record<string, Prompt>> = {
  Objective: mentalStatus,
  'Mental Status': mentalStatus,
  Intervention: interventions,
  Interventions: interventions,
  Response: response,
  Plan: nextSteps,
  'Treatment Plan': nextSteps,
  Diagnosis: { part: 'Diagnosis', hint: 'Your diagnosis, and what it rests on' },
  History: { part: 'History', hint: 'Earlier treatment, family, medical and social history' },
  Monitoring: { part: 'Monitoring', hint: 'What is followed, how and until when' },
  Processing: interventions,
  Installation: response,
  'Body Scan': response,
  Closure: response,
}

/** The prompt of a section in a note that is written without a recording. Such a note has no safety passages. */
export function writtenPrompt(noteType: NoteType, title: string): string {
  return promptsOf(noteType, title)
    .map((prompt) => (prompt === risk ? 'What you assessed about risk, and how' : prompt.hint))
    .join('. ')
}

/** The hint for a section that no built-in note type has. */
const ownWords = 'In your own words'

const isBuiltIn = (title: string) => Object.values(sectionsOf).some((titles) => titles.includes(title))

/** The prompts of a section, one for each part. */
export function promptsOf(noteType: NoteType, title: string): readonly Prompt[] {
  if (title !== 'Assessment') return [byTitle[title] ?? (isBuiltIn(title) ? reported : { part: title, hint: ownWords })]
  const hasOwnInterventions = sectionsOf[noteType].some((other) => byTitle[other] === interventions)
  return hasOwnInterventions ? [risk] : [interventions, risk]
}
