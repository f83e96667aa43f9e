import type { LiveUtterance } from '#shared/contract/insights.ts'
import type { HistoryLine, SuggestionRequest } from './port.ts'

/** Live text for tests, one live chunk of five seconds per line; ids are l1, l2, … */
export function liveText(lines: string): LiveUtterance[] {
  return lines
    .trim()
    .split('\n')
    .map((line, at) => ({ id: `l${at + 1}`, start: at * 5, end: at * 5 + 5, text: line.trim() }))
}

export const live = liveText(`
  Good to see you again. How was your week?
  It was long. My boss shouted at me in front of everybody on Monday.
  That sounds painful. What would have helped you in that moment?
  I don't know. I just stood there, and sometimes I think I want to die.
  And then my boss sent me home for the rest of the day.
  I lay on the sofa and I could not sleep that night.
  My mother called me, and she says my boss is a bully.
  On Friday my boss said he was sorry, in an email.
`)

export const history: HistoryLine[] = [
  { date: '2026-03-02', kind: 'plan', text: 'Therapist asks Ana to write down their sleep every morning.' },
  { date: '2026-03-02', kind: 'plan', text: 'Ana reports that they will call their sister about the loan.' },
  { date: '2026-03-02', kind: 'concern', text: 'I have been drinking a bottle of wine every night.' },
  { date: '2026-02-23', kind: 'focus', text: 'Ana reports that their boss reads their emails out loud.' },
]

export function suggestionRequest(more: Partial<SuggestionRequest> = {}): SuggestionRequest {
  return { utterances: live, clientFirstName: 'Ana', history, signal: new AbortController().signal, ...more }
}
