/** Specified text when the user or the browser denies access. */
export const microphoneDenied = 'Unable to access microphone. Please check your browser permissions.'

/** The microphone could not be opened. Its message is shown to the user. */
export class MicrophoneRefused extends Error {
  override readonly name = 'MicrophoneRefused'

  /** Denied access is not retried automatically. */
  get isDenied(): boolean {
    return this.message === microphoneDenied
  }
}

/** Specified text for other recording errors. */
export function recordingError(error: unknown): string {
  return `Recording error: ${error instanceof Error && error.message !== '' ? error.message : 'unknown'}`
}
