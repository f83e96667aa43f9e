/** The specified sentence when the person, or the browser's settings, say no. */
export const microphoneDenied = 'Unable to access microphone. Please check your browser permissions.'

/** The microphone could not be opened. Its message is the sentence a person reads. */
export class MicrophoneRefused extends Error {
  override readonly name = 'MicrophoneRefused'

  /** Asking again by itself would only annoy. */
  get isDenied(): boolean {
    return this.message === microphoneDenied
  }
}

/** The specified sentence for whatever else went wrong while recording. */
export function recordingError(error: unknown): string {
  return `Recording error: ${error instanceof Error && error.message !== '' ? error.message : 'unknown'}`
}
