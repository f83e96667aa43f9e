import type { Fault, Verification } from './verify.ts'

const meanings: Record<Fault['kind'], string> = {
  changed: 'was changed after it was written',
  missing: 'follows a gap: events before it were deleted',
  cut: 'is the last one left: later events were deleted',
  loose: 'does not follow from the one before it',
  extra: 'lies beyond the recorded end of the chain: the head was changed',
  gone: 'is missing: the beginning of this account’s chain was deleted',
  rewritten: 'differs from the event at this place at the last verification',
}

const maxShown = 20

/** The readable report of a verification. */
export function describeVerification(result: Verification, comparedWith: string | undefined): string[] {
  const { events, chains, faults } = result
  const compared = comparedWith
    ? `compared with the verification of ${comparedWith}`
    : 'no earlier verification to compare with'
  if (faults.length === 0) return [`The audit trail is whole: ${events} events in ${chains} chains, ${compared}.`]
  const shown = faults.slice(0, maxShown).map(({ kind, chain, seq }) => `  Event ${seq} of ${chain} ${meanings[kind]}.`)
  const rest = faults.length > maxShown ? [`  … and ${faults.length - maxShown} more.`] : []
  return [`The audit trail was tampered with (${events} events in ${chains} chains, ${compared}):`, ...shown, ...rest]
}
