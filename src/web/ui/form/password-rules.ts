import { errors } from '#shared/contract/errors.ts'

const minimumLength = 6
const minimumScore = 2

/** Returns why a password is rejected, or null. `score` is null until the dictionaries are loaded. */
export function passwordError(password: string, score: number | null): string | null {
  if (password.length < minimumLength) return errors.password_short[1]
  if (score !== null && score < minimumScore) return errors.password_weak[1]
  return null
}

/** Returns the words of the email address, of which a password must not consist. */
export function personalWords(email: string): string[] {
  return email.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2)
}
