import type { Coverage, Section } from '#shared/contract/notes.ts'

/** How well a note stands on its session, e.g. `31 of 33 sentences have evidence · 100% of the session read`. */
export function evidenceSummary(sections: readonly Section[], coverage: Coverage | null): string {
  const statements = sections.flatMap((section) => section.statements)
  const supported = statements.filter(({ check }) => check === 'supported').length
  const written = statements.filter(({ check }) => check === 'clinician').length
  const parts = [
    statements.length === 0
      ? 'No sentences yet'
      : `${supported} of ${statements.length} ${statements.length === 1 ? 'sentence has' : 'sentences have'} evidence`,
    ...(written > 0 ? [`${written} written by the clinician`] : []),
    ...(coverage ? [`${shareRead(coverage)}% of the session read`] : []),
  ]
  return parts.join(' · ')
}

/** Whole percent, rounded down, so that 100 means all of it. */
function shareRead({ read, utterances }: Coverage): number {
  return utterances === 0 ? 0 : Math.floor((read / utterances) * 100)
}
