import type { VisitState } from '../engine/visit/visit-audio.ts'
import type { Notice } from '../notices.ts'
import type { MeterStatus } from './voice-check.tsx'

/** Returns whether sound was detected in both voices. */
export function isChecked({ tab, hasTabSound, hasMicrophoneSound, microphoneError }: VisitState): boolean {
  return tab === 'shared' && hasTabSound && hasMicrophoneSound && microphoneError === null
}

export function detectedMicrophone({ microphoneError, hasMicrophoneSound }: VisitState): MeterStatus {
  if (microphoneError !== null) return 'no microphone'
  return hasMicrophoneSound ? 'sound' : 'waiting'
}

/** Returns the state of the tab's meter; null before a tab is shared. */
export function detectedTab({ tab, hasTabSound }: VisitState): MeterStatus | null {
  if (tab === 'without sound' || tab === 'closed') return 'no tab audio'
  if (tab !== 'shared') return null
  return hasTabSound ? 'sound' : 'waiting'
}

const microphoneReady = 'Your microphone is ready.'

/** Returns the reason why the visit cannot be recorded yet, or null. */
export function checkNotice({
  tab,
  isTabMuted,
  microphoneError,
}: VisitState): Pick<Notice, 'title' | 'text' | 'tone'> | null {
  if (microphoneError !== null) {
    const text = 'Allow the microphone for this page in the address bar, or choose another one.'
    return { title: microphoneError, text, tone: 'ember' }
  }
  if (tab === 'without sound') {
    const text = `Share it again and turn on “Also share tab audio”. ${microphoneReady}`
    return { title: 'The tab is shared without its sound', text, tone: 'ochre' }
  }
  if (tab === 'canceled') {
    return { title: 'Nothing was shared. Choose the tab of your video visit.', text: null, tone: 'ochre' }
  }
  if (tab === 'failed') {
    return { title: 'The tab could not be shared. Try again.', text: microphoneReady, tone: 'ochre' }
  }
  if (tab === 'closed') return { title: 'The client’s tab was closed.', text: microphoneReady, tone: 'ochre' }
  if (tab === 'shared' && isTabMuted) return { title: 'The client’s tab is muted.', text: null, tone: 'ochre' }
  return null
}
