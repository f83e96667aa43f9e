import type { Phase } from '../recorder-state.ts'

export type Action = 'start' | 'pause' | 'resume' | 'choose' | 'end' | 'discard' | 'leave'

const allowed: Record<Phase, readonly Action[]> = {
  idle: ['start', 'choose'],
  starting: [],
  recording: ['pause', 'choose', 'end', 'discard', 'leave'],
  paused: ['resume', 'choose', 'end', 'discard', 'leave'],
  interrupted: ['pause', 'choose', 'end', 'discard', 'leave'],
  ending: ['discard', 'leave'],
  stranded: ['leave'],
  ended: ['start'],
}

/** Returns whether a phase allows an action. Other actions have no effect. */
export function isAllowed(phase: Phase, action: Action): boolean {
  return allowed[phase].includes(action)
}
