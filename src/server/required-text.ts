import { storableText } from './db/storable.ts'
import { fail } from './fail.ts'

/**
 * A text as it can be stored, without surrounding spaces.
 * @throws input_invalid if nothing is left, e.g. of control characters
 */
export function requiredText(text: string): string {
  return storableText(text).trim() || fail('input_invalid')
}
