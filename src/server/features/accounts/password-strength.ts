import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english } from '@zxcvbn-ts/language-en'
import type { ErrorCode } from '#shared/contract/errors.ts'
import { isCommonWord, withoutKnownWords } from './common-password.ts'

const minLength = 6
const strength = new ZxcvbnFactory({ dictionary: { ...common, ...english }, graphs: adjacencyGraphs })

/**
 * Number of characters that are rated. zxcvbn takes seconds for long passwords with substituted letters, and 40
 * characters are enough.
 */
const ratedLength = 40

/**
 * Returns why a password is rejected (D24): it needs 6 characters, a zxcvbn score of 2, and more than one common word.
 * The password without the words that others know about the user must also reach this score.
 */
export function passwordError(password: string, known: readonly string[] = []): ErrorCode | undefined {
  if (password.length < minLength) return 'password_short'
  const given = password.slice(0, ratedLength)
  return isWeak(given) || isWeak(withoutKnownWords(given, known)) ? 'password_weak' : undefined
}

function isWeak(password: string): boolean {
  return password.length < minLength || isCommonWord(password) || strength.check(password).score < 2
}
