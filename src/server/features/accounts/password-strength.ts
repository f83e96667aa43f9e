import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english } from '@zxcvbn-ts/language-en'
import type { ErrorCode } from '#shared/contract/errors.ts'
import { isCommonWord, withoutKnownWords } from './common-password.ts'

const minLength = 6
const strength = new ZxcvbnFactory({ dictionary: { ...common, ...english }, graphs: adjacencyGraphs })

/** Rated prefix: zxcvbn takes seconds for long passwords with substituted letters, and 40 characters are enough. */
const ratedLength = 40

/**
 * Why a password is rejected (D24): it needs 6 characters, a zxcvbn score of 2, and more than one common word.
 * It must pass without words that others know about the person.
 */
export function passwordError(password: string, known: readonly string[] = []): ErrorCode | undefined {
  if (password.length < minLength) return 'password_short'
  const given = password.slice(0, ratedLength)
  return isWeak(given) || isWeak(withoutKnownWords(given, known)) ? 'password_weak' : undefined
}

function isWeak(password: string): boolean {
  return password.length < minLength || isCommonWord(password) || strength.check(password).score < 2
}
