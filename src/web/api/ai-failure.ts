import { readError } from './errors.ts'

/**
 * What a person reads when a suggestion or an analysis failed: 'Error: {message}', with the status where the answer brought
 * no message, or that it is unknown (spec core §8).
 */
export function aiFailure(thrown: unknown): string {
  const { code, sentence, status } = readError(thrown, '')
  if (code === 'insights_failed') return sentence
  if (sentence !== '') return `Error: ${sentence}`
  return status === null ? 'An unknown error occurred' : `Error: Request failed with status ${status}`
}
