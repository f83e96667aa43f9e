import * as z from 'zod'
import type { ErrorCode } from '#shared/contract/errors.ts'
import { Failure, isErrorCode, tooMany } from '#server/fail.ts'

/** Codes of better-auth that have a sentence of their own. */
const known: Readonly<Record<string, ErrorCode>> = {
  INVALID_EMAIL_OR_PASSWORD: 'login_failed',
  USER_ALREADY_EXISTS: 'email_taken',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'email_taken',
  FAILED_TO_CREATE_USER: 'account_create_failed',
  FAILED_TO_CREATE_SESSION: 'login_failed',
  INVALID_TOKEN: 'reset_link_invalid',
  UNAUTHORIZED: 'not_signed_in',
  INVALID_PASSWORD: 'password_wrong',
  PASSWORD_TOO_LONG: 'password_wrong',
  INVALID_CODE: 'code_wrong',
  INVALID_BACKUP_CODE: 'recovery_code_wrong',
  INVALID_TWO_FACTOR_COOKIE: 'sign_in_expired',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'sign_in_expired',
  TOTP_ALREADY_ENABLED: 'two_factor_on',
  TOTP_NOT_ENABLED: 'two_factor_off',
  TWO_FACTOR_NOT_ENABLED: 'two_factor_off',
  BACKUP_CODES_NOT_ENABLED: 'two_factor_off',
  CHALLENGE_NOT_FOUND: 'passkey_late',
  PASSKEY_NOT_FOUND: 'passkey_unknown',
  AUTHENTICATION_FAILED: 'passkey_refused',
  FAILED_TO_VERIFY_REGISTRATION: 'passkey_refused',
}

const byStatus: Readonly<Record<number, ErrorCode>> = {
  401: 'login_failed',
  403: 'foreign_origin',
  404: 'not_found',
  405: 'not_found',
  // Of two uses of one recovery code at the same moment, the later.
  409: 'recovery_code_wrong',
}

/** The failure that an answer of better-auth stands for, in our own words; undefined when it is none. */
export async function failureOf(answer: Response): Promise<Failure | undefined> {
  if (answer.status < 400) return undefined
  const { code, retryAfterSeconds } = await bodyOf(answer)
  // The limiter of better-auth says it in a header.
  if (answer.status === 429) return tooMany(retryAfterSeconds ?? (Number(answer.headers.get('x-retry-after')) || 60))
  if (code in known) return new Failure(known[code] ?? 'input_invalid')
  if (isErrorCode(code)) return new Failure(code)
  if (answer.status >= 500) throw new Error(`the sign-in routes answered ${answer.status}`)
  return new Failure(byStatus[answer.status] ?? 'input_invalid')
}

const Body = z.object({ code: z.string().catch(''), retryAfterSeconds: z.number().optional() })

async function bodyOf(answer: Response): Promise<z.infer<typeof Body>> {
  const body: unknown = await answer.json().catch(() => null)
  return Body.catch({ code: '' }).parse(body)
}
