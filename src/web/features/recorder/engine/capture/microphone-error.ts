/** The specified message if the user or the browser denies access. */
export const microphoneDenied = 'Unable to access microphone. Please check your browser permissions.'

/** Thrown if the microphone could not be opened. Its message is shown to the user. */
export class MicrophoneRefused extends Error {
  override readonly name = 'MicrophoneRefused'

  /** Whether access was denied. Then no automatic retry follows. */
  get isDenied(): boolean {
    return this.message === microphoneDenied
  }
}

/** Returns the specified message for other recording errors. */
export function recordingError(error: unknown): string {
  return `Recording error: ${error instanceof Error && error.message !== '' ? error.message : 'unknown'}`
}
