import { errors } from '#shared/contract/errors.ts'

const minimumLength = 6
const minimumScore = 2

/** The sentence that says why a new password is refused, or null. `score` is null while it is not known. */
export function passwordError(password: string, score: number | null): string | null {
  if (password.length < minimumLength) return errors.password_short[1]
  if (score !== null && score < minimumScore) return errors.password_weak[1]
  return null
}

/** Words of an email address that must not make up a password. */
export function personalWords(email: string): string[] {
  return email.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2)
}
