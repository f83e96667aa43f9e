import type { Section } from '#shared/contract/notes.ts'
import { notDiscussed } from '#server/clinical-text/evidence/edits.ts'
import { splitSentences } from '#shared/rules/sentences.ts'
import { passagesAboutRisk } from '#server/features/notes/dismissals.ts'
import type { HistoryLine } from '#server/providers/analyst/port.ts'
import type { EarlierNote } from './store.ts'

/** Sections of the note types (spec core §9) that contain plans. */
const plans: ReadonlySet<string> = new Set(['Plan', 'Treatment Plan', 'Monitoring'])
/** Sections that contain the focus of a session. */
const focuses: ReadonlySet<string> = new Set([
  'Subjective',
  'Data',
  'Behavior',
  'Goal',
  'Presenting Problem',
  'Situation',
  'Problem',
  'Parts Work',
  'Target Memory',
  'Assessment',
])

const maxLines = 6

/** Returns plans, open concerns and focus from a client's earlier notes, verbatim, newest note first. */
export function historyOf(notes: readonly EarlierNote[]): HistoryLine[] {
  return notes.flatMap(({ date, sections, safety, dismissals }) => {
    const line = (kind: HistoryLine['kind']) => (text: string) => ({ date, kind, text })
    const open = passagesAboutRisk(safety, dismissals)
      .filter(({ finding }) => finding === 'stated' || finding === 'unclear')
      .map(({ quote }) => quote)
    return [
      ...sentencesOf(sections, plans).map(line('plan')),
      ...open.slice(0, maxLines).map(line('concern')),
      ...sentencesOf(sections, focuses).map(line('focus')),
    ]
  })
}

function sentencesOf(sections: readonly Section[], titles: ReadonlySet<string>): string[] {
  return sections
    .filter(({ title }) => titles.has(title))
    .flatMap(({ content }) => splitSentences(content))
    .filter((text) => text !== notDiscussed)
    .slice(0, maxLines)
}
