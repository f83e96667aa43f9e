import { APIError, isAPIError } from 'better-auth/api'
import type { ErrorCode } from '#shared/contract/errors.ts'

/** Throws inside better-auth. auth-failures.ts maps the code to a status and sentence. */
export function throwAuthError(code: ErrorCode): never {
  throw new APIError('BAD_REQUEST', { code })
}

/** Throws a rate-limit error inside better-auth, with the seconds to wait. */
export function throwRateLimited(retryAfterSeconds: number, code: ErrorCode = 'too_many_requests'): never {
  throw new APIError('TOO_MANY_REQUESTS', { code, retryAfterSeconds })
}

/**
 * The error of a request, for an after-hook; undefined if the request succeeded. The library runs after-hooks also after
 * errors, such as a field of another type, and these are not all of its `APIError` class.
 */
export function failureOf(ctx: { context: { returned?: unknown } }): { code: string } | undefined {
  const { returned } = ctx.context
  if (!(returned instanceof Error)) return undefined
  return { code: (isAPIError(returned) && returned.body?.code) || '' }
}
