import type { ErrorCode } from '#shared/contract/errors.ts'
import { Failure, isErrorCode } from '#server/fail.ts'

/** Codes of better-auth that have a sentence of their own. */
const known: Readonly<Record<string, ErrorCode>> = {
  INVALID_EMAIL_OR_PASSWORD: 'login_failed',
  USER_ALREADY_EXISTS: 'email_taken',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'email_taken',
  FAILED_TO_CREATE_USER: 'account_create_failed',
  FAILED_TO_CREATE_SESSION: 'login_failed',
  INVALID_TOKEN: 'reset_link_invalid',
}

const byStatus: Readonly<Record<number, ErrorCode>> = {
  401: 'login_failed',
  403: 'foreign_origin',
  404: 'not_found',
  405: 'not_found',
  429: 'too_many_requests',
}

/** The failure that an answer of better-auth stands for, in our own words; undefined when it is none. */
export async function failureOf(answer: Response): Promise<Failure | undefined> {
  if (answer.status < 400) return undefined
  const code = await codeOf(answer)
  if (code in known) return new Failure(known[code] ?? 'input_invalid')
  if (isErrorCode(code)) return new Failure(code)
  if (answer.status >= 500) throw new Error(`the sign-in routes answered ${answer.status}`)
  return new Failure(byStatus[answer.status] ?? 'input_invalid')
}

async function codeOf(answer: Response): Promise<string> {
  const body: unknown = await answer.json().catch(() => null)
  const code: unknown = typeof body === 'object' && body !== null && 'code' in body ? body.code : ''
  return typeof code === 'string' ? code : ''
}
