/** The microphone could not be opened. Its message is the sentence a person reads. */
export class MicrophoneRefused extends Error {
  override readonly name = 'MicrophoneRefused'
  /** By the person or the browser's settings: asking again by itself would only annoy. */
  get isDenied(): boolean {
    return this.message === refused
  }
}

const refused = 'Unable to access microphone. Please check your browser permissions.'

/**
 * Opens a microphone; null is the browser's own choice, which also stands in for one that is no longer there.
 * @throws MicrophoneRefused
 */
export async function openMicrophone(deviceId: string | null): Promise<MediaStream> {
  if (!('mediaDevices' in navigator) || !('MediaRecorder' in window)) {
    throw new MicrophoneRefused(
      window.isSecureContext
        ? 'Recording error: this browser cannot record. Use a current version of Chrome, Edge, Firefox or Safari.'
        : 'Recording error: browsers record only on pages that came by https, or from this computer. Open Attend by its https address.',
    )
  }
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: constraints(deviceId) })
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    const isGone = name === 'OverconstrainedError' || name === 'NotFoundError'
    if (isGone && deviceId !== null) return openMicrophone(null)
    throw new MicrophoneRefused(sentenceFor(name, error), { cause: error })
  }
}

function constraints(deviceId: string | null): MediaTrackConstraints {
  return {
    channelCount: 1,
    // Made for calls: they cut the far voice of a room and quiet words, which the transcript needs.
    echoCancellation: false,
    noiseSuppression: false,
    autoGainControl: false,
    ...(deviceId !== null && { deviceId: { exact: deviceId } }),
  }
}

function sentenceFor(name: string, error: unknown): string {
  if (name === 'NotAllowedError' || name === 'SecurityError') return refused
  if (name === 'NotFoundError') return 'Recording error: no microphone was found. Connect one and try again.'
  if (name === 'NotReadableError') {
    return 'Recording error: the microphone could not be opened. Close other programs that use it and try again.'
  }
  return recordingError(error)
}

/** The specified sentence for whatever else went wrong while recording. */
export function recordingError(error: unknown): string {
  return `Recording error: ${error instanceof Error && error.message !== '' ? error.message : 'unknown'}`
}
