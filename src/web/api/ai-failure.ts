import { readError } from './errors.ts'

/** The specified error of a failed suggestion or analysis: 'Error: {message}', else the status, else unknown (spec core §8). */
export function aiFailure(thrown: unknown): string {
  const { code, sentence, status } = readError(thrown, '')
  if (code === 'insights_failed') return sentence
  if (sentence !== '') return `Error: ${sentence}`
  return status === null ? 'An unknown error occurred' : `Error: Request failed with status ${status}`
}
