import { readError } from './errors.ts'

/**
 * Returns the specified text for a failed suggestion or analysis (spec core §8): 'Error: {message}', or the status if
 * the response has no message, or 'An unknown error occurred'.
 */
export function aiFailure(thrown: unknown): string {
  const { code, sentence, status } = readError(thrown, '')
  if (code === 'insights_failed') return sentence
  if (sentence !== '') return `Error: ${sentence}`
  return status === null ? 'An unknown error occurred' : `Error: Request failed with status ${status}`
}
