import type { Fault, Verification } from './verify.ts'

const meanings: Record<Fault['kind'], string> = {
  changed: 'was changed after it was written',
  missing: 'follows a gap: events before it were deleted',
  cut: 'is the last one left: events after it were deleted',
  loose: 'does not follow from the one before it',
  extra: 'stands beyond the end that the trail knows: its head was changed',
  gone: 'is missing: the beginning of this account’s trail was deleted',
  rewritten: 'is not the one that stood there at the last verification',
}

const mostShown = 20

/** What a person reads about a verification. */
export function describeVerification(result: Verification, comparedWith: string | undefined): string[] {
  const { events, chains, faults } = result
  const compared = comparedWith
    ? `compared with the verification of ${comparedWith}`
    : 'no earlier verification to compare with'
  if (faults.length === 0) return [`The audit trail is whole: ${events} events in ${chains} chains, ${compared}.`]
  const shown = faults
    .slice(0, mostShown)
    .map(({ kind, chain, seq }) => `  Event ${seq} of ${chain} ${meanings[kind]}.`)
  const rest = faults.length > mostShown ? [`  … and ${faults.length - mostShown} more.`] : []
  return [`The audit trail was tampered with (${events} events in ${chains} chains, ${compared}):`, ...shown, ...rest]
}
