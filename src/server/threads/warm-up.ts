import type { Transcript } from '#shared/contract/transcripts.ts'
import { draftExcerpts } from '#server/providers/drafter/extractive/draft.ts'

const lines = [
  ['therapist', 'Do you have any thoughts of killing yourself?'],
  ['client', 'No. I wake up at three most nights and I worry that my sister will have to lend me money again.'],
] as const

/** Runs a short draft, which loads the grammar, the dictionary and the safety terms for later drafts. */
export function warmUp(): void {
  const utterances = lines.map(([speaker, text], at) => ({
    id: `u${at}`,
    speaker,
    label: speaker,
    start: at,
    end: at,
    text,
  }))
  const transcript: Transcript = { utterances, language: 'en', engine: 'none', hasTimes: false }
  draftExcerpts({
    transcript,
    noteType: 'SOAP',
    sectionTitles: ['Subjective'],
    clientFirstName: '',
    clientPronouns: 'N/A',
    session: { date: '2026-01-01', durationMinutes: 1, settingType: 'telehealth' },
  })
}
