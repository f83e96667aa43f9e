import { APIError } from 'better-auth/api'
import type { ErrorCode } from '#shared/contract/errors.ts'

/** Fails inside better-auth. The code says status and sentence (auth-answers.ts). */
export function refuse(code: ErrorCode): never {
  throw new APIError('BAD_REQUEST', { code })
}

/** Rejects with a wait, inside better-auth. */
export function refuseUntil(retryAfterSeconds: number): never {
  throw new APIError('TOO_MANY_REQUESTS', { code: 'too_many_requests', retryAfterSeconds })
}
