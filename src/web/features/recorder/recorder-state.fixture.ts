import type { RecorderState } from './recorder-state.ts'

/** A recording of two minutes without problems. All but the last ten seconds are uploaded. */
export const recording: RecorderState = {
  phase: 'recording',
  sessionId: '0d6cb0de-9a3f-4a3c-8c54-6f5f3a1f6a11',
  elapsedMs: 120_000,
  capturedMs: 120_000,
  storedMs: 120_000,
  savedMs: 110_000,
  line: 'sending',
  microphone: 'ok',
  hasLevel: true,
  deviceId: null,
  isScreenKeptAwake: true,
  isLong: false,
  isFull: false,
  isOtherIdentity: false,
  error: null,
}
