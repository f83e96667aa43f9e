import type { RecorderState } from './recorder-state.ts'

const milestoneMinutes = 10

/** The recorded time for screen readers, beside the state. It changes every ten minutes, not every second. */
export function announcedMilestone({ phase, elapsedMs }: Pick<RecorderState, 'phase' | 'elapsedMs'>): string {
  const minutes = Math.floor(elapsedMs / 60_000 / milestoneMinutes) * milestoneMinutes
  const isUnderway = phase === 'recording' || phase === 'paused'
  return isUnderway && minutes > 0 ? `, ${minutes} minutes recorded` : ''
}
