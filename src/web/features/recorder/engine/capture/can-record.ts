/** Why this page cannot record: it was not opened over https or on the same computer, or the browser cannot record. */
export type RecordingObstacle = 'insecure page' | 'old browser'

/** Returns why this page cannot record, or null. */
export function recordingObstacle(): RecordingObstacle | null {
  if (!window.isSecureContext) return 'insecure page'
  return 'mediaDevices' in navigator && 'MediaRecorder' in window ? null : 'old browser'
}
