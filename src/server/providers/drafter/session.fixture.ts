import type { DraftRequest } from './port.ts'
import { sectionsOf } from '#shared/rules/note-types.ts'
import type { NoteType } from '#shared/contract/notes.ts'
import { transcriptOf } from '#server/clinical-text/transcript.fixture.ts'

/** A short session written for tests. */
export const session = transcriptOf(`
  T: Hi Ana, good to see you. What brings you in today?
  C: Um, I've been feeling really anxious at work. I can't sleep, maybe four hours a night for the last three weeks.
  T: It sounds like the anxiety follows you home. How is your appetite?
  C: I barely eat. My chest gets tight on Sunday evenings.
  T: Do you have any thoughts of killing yourself?
  C: No, nothing like that.
  T: Are you drinking alcohol?
  C: Yes, two glasses of wine most nights. My mother says I drink too much and I used to argue with her about it when I was a teenager.
  T: You look tired today. On one hand the wine helps you fall asleep, on the other hand you wake up at three.
  C: Exactly. I realize the wine makes it worse. I want to stop drinking during the week.
  T: I'd like you to write down your sleep every morning. We'll look at it next week.
  C: That makes sense. I'll try the sleep diary, and I'm going to talk to my boss tomorrow.
  T: Great. Before we finish, tell me a little about the years before this job.
  C: I worked in a bakery for six years and it was fun, honestly. We opened at four in the morning and everybody sang.
  T: And what changed when you moved to the office?
  C: The new boss, mostly. He reads my emails out loud in front of the team, and I go red and I can't think of an answer.
  T: You've put up with a lot there. What would you like to be different?
  C: I want to speak up without shaking. My goal is to lead one meeting this spring and not cancel it.
  T: That is a clear goal, and it takes courage to say it.
  C: Thank you. It helps me to hear that, and I feel calmer than an hour ago.
  T: Good. See you next Thursday at ten.
`)

/** A request for a draft of `session`. */
export function requestFor(noteType: NoteType, more: Partial<DraftRequest> = {}): DraftRequest {
  return {
    transcript: session,
    noteType,
    sectionTitles: sectionsOf[noteType],
    clientFirstName: 'Ana',
    clientPronouns: 'She/Her',
    session: { date: '2026-01-15', durationMinutes: 50, settingType: 'telehealth' },
    signal: new AbortController().signal,
    ...more,
  }
}
