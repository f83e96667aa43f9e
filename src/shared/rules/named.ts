import { plainText } from './search-words.ts'

/**
 * True if a name contains the typed text, as the server searches. It filters the results of an earlier search while the
 * current one loads, so that users cannot choose a name that does not match.
 */
export function isNamed({ firstName, lastName }: { firstName: string; lastName: string }, typed: string): boolean {
  return plainText(`${firstName} ${lastName}`).includes(plainText(typed.trim()))
}
