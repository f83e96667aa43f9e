import type { RecorderState } from './recorder-state.ts'

const milestoneMinutes = 10

/** Screen reader text besides the state: every tenth minute, never every second. */
export function announcedMilestone({ phase, elapsedMs }: Pick<RecorderState, 'phase' | 'elapsedMs'>): string {
  const minutes = Math.floor(elapsedMs / 60_000 / milestoneMinutes) * milestoneMinutes
  const isUnderway = phase === 'recording' || phase === 'paused'
  return isUnderway && minutes > 0 ? `, ${minutes} minutes recorded` : ''
}
