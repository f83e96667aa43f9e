import { phaseNames } from './notices.ts'
import type { RecorderState } from './recorder-state.ts'

const milestoneMinutes = 10

/** What a screen reader hears of the recording: its state, and every tenth minute; never every second. */
export function spokenState({ phase, elapsedMs }: RecorderState): string {
  if (phase === 'idle') return ''
  const minutes = Math.floor(elapsedMs / 60_000 / milestoneMinutes) * milestoneMinutes
  const isUnderway = phase === 'recording' || phase === 'paused'
  return isUnderway && minutes > 0 ? `${phaseNames[phase]}. ${minutes} minutes recorded.` : phaseNames[phase]
}
