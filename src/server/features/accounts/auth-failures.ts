import pg from 'pg'
import * as z from 'zod'
import type { ErrorCode } from '#shared/contract/errors.ts'
import { Failure, isErrorCode, tooMany } from '#server/fail.ts'

/** Our error code for each error code of better-auth. */
const codeByLibraryCode: Readonly<Record<string, ErrorCode>> = {
  INVALID_EMAIL_OR_PASSWORD: 'login_failed',
  USER_ALREADY_EXISTS: 'email_taken',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'email_taken',
  FAILED_TO_CREATE_USER: 'account_create_failed',
  FAILED_TO_CREATE_SESSION: 'login_failed',
  INVALID_TOKEN: 'reset_link_invalid',
  UNAUTHORIZED: 'not_signed_in',
  INVALID_PASSWORD: 'password_wrong',
  PASSWORD_TOO_LONG: 'password_long',
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

const codeByStatus: Readonly<Record<number, ErrorCode>> = {
  401: 'login_failed',
  403: 'foreign_origin',
  404: 'not_found',
  405: 'not_found',
  // If one recovery code is used twice in parallel, the later use is rejected.
  409: 'recovery_code_wrong',
}

/** Maps an error response of better-auth to our failure; undefined if the request succeeded. */
export async function toAuthFailure(response: Response): Promise<Failure | undefined> {
  if (response.status < 400) return undefined
  const { code, retryAfterSeconds } = await bodyOf(response)
  // better-auth's own rate limiter sends the seconds to wait in a header.
  if (response.status === 429)
    return tooMany(
      retryAfterSeconds ?? (Number(response.headers.get('x-retry-after')) || 60),
      isErrorCode(code) ? code : undefined,
    )
  if (code in codeByLibraryCode) return new Failure(codeByLibraryCode[code] ?? 'input_invalid')
  if (isErrorCode(code)) return new Failure(code)
  if (response.status >= 500) throw new Error(`the sign-in routes returned ${response.status}`)
  return new Failure(codeByStatus[response.status] ?? 'input_invalid')
}

/**
 * Rethrows the error of a better-auth request. If an authenticator is set up twice in parallel, the later setup fails
 * with `busy`.
 */
export function throwAuthFailure(error: unknown): never {
  if (error instanceof pg.DatabaseError && error.constraint === 'auth_two_factors_user_id_key')
    throw new Failure('busy')
  throw error
}

const Body = z.object({ code: z.string().catch(''), retryAfterSeconds: z.number().optional() })

async function bodyOf(response: Response): Promise<z.infer<typeof Body>> {
  const body: unknown = await response.json().catch(() => null)
  return Body.catch({ code: '' }).parse(body)
}
