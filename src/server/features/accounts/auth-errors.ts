import { APIError } from 'better-auth/api'
import type { ErrorCode } from '#shared/contract/errors.ts'

/** Throws inside better-auth. auth-failures.ts maps the code to a status and sentence. */
export function throwAuthError(code: ErrorCode): never {
  throw new APIError('BAD_REQUEST', { code })
}

/** Throws a rate-limit error inside better-auth, with the seconds to wait. */
export function throwRateLimited(retryAfterSeconds: number, code: ErrorCode = 'too_many_requests'): never {
  throw new APIError('TOO_MANY_REQUESTS', { code, retryAfterSeconds })
}
