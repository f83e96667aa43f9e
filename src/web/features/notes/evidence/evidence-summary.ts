import type { Coverage, SafetyPassage, Section } from '#shared/contract/notes.ts'

/** Summarizes the evidence, e.g. `31 of 33 sentences have evidence · 100% of the session read`. */
export function evidenceSummary(sections: readonly Section[], coverage: Coverage | null): string {
  const statements = sections.flatMap((section) => section.statements)
  const toConfirm = statements.filter(({ check, kept = false }) => check === 'confirm' && !kept).length
  const supported = statements.filter(({ check }) => check === 'supported' || check === 'confirm').length
  const written = statements.filter(({ check }) => check === 'clinician').length
  const parts = [
    ...(statements.length > 0
      ? [`${supported} of ${statements.length} ${statements.length === 1 ? 'sentence has' : 'sentences have'} evidence`]
      : []),
    ...(toConfirm > 0 ? [`${toConfirm} to confirm`] : []),
    ...(written > 0 ? [`${written} written by the clinician`] : []),
    ...(coverage ? [`${shareRead(coverage)}% of the session read`] : []),
  ]
  return parts.join(' · ')
}

/** Converts a share to percent, rounded down, so that 100 means that everything was read. */
function shareRead({ read, utterances }: Coverage): number {
  return utterances === 0 ? 0 : Math.floor((read / utterances) * 100)
}

/** Returns whether a safety passage is neither in the note nor dismissed. */
export const isOpen = ({ inNote, dismissed }: Pick<SafetyPassage, 'inNote' | 'dismissed'>) => !inNote && !dismissed

/** Summarizes the safety passages, e.g. `3 safety passages, 1 not in the note`. */
export function safetySummary(passages: readonly Pick<SafetyPassage, 'inNote' | 'dismissed'>[]): string {
  const missing = passages.filter(isOpen).length
  const found = passages.length === 1 ? '1 safety passage' : `${passages.length} safety passages`
  return missing === 0 ? found : `${found}, ${missing} not in the note`
}
