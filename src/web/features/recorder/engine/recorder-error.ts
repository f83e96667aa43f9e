import { readError } from '#web/api/errors.ts'

export const storageUnreadable =
  'The audio of this session in this browser cannot be read right now. Reload the page and try again.'

/** An expected error with a user-facing message. */
export class RecorderError extends Error {
  override readonly name = 'RecorderError'
}

/** Returns the user-facing message of an error of the recorder or of a server call. */
export function recorderMessage(error: unknown, fallback?: string): string {
  return error instanceof RecorderError ? error.message : readError(error, fallback).sentence
}
