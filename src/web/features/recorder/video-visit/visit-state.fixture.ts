import type { VisitState } from '../engine/visit/visit-audio.ts'

/** A visit whose voices are both shared and detected. */
export const sharedVisit: VisitState = {
  tab: 'shared',
  isTabMuted: false,
  isTabSilent: false,
  hasTabSound: true,
  hasMicrophoneSound: true,
  microphoneName: 'MacBook microphone',
  changedTo: null,
  hasEcho: false,
  isBehind: false,
  microphoneError: null,
}
