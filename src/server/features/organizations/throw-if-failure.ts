import { errors } from '#shared/contract/errors.ts'
import type { ReturnedFailure } from '#server/db/returned-failure.ts'
import { fail, isErrorCode, tooMany } from '#server/fail.ts'

/** Throws the failure whose code a database function returned. Does nothing for null. */
export function throwIfFailure(code: string | null, values: Readonly<Record<string, string>> = {}): void {
  if (code === null) return
  fail(knownCode(code), values)
}

/** Throws the failure that a database function returned with values for its message. Does nothing for null. */
export function throwReturnedFailure(failure: ReturnedFailure): void {
  if (failure) fail(knownCode(failure.code), failure.values)
}

/** Like `throwIfFailure`, but the failure of a rate limit says how many seconds to wait. */
export async function throwIfLimited(code: string | null, wait: () => Promise<number>): Promise<void> {
  if (code !== null && errors[knownCode(code)][1].includes('{wait}')) throw tooMany(await wait(), knownCode(code))
  throwIfFailure(code)
}

function knownCode(code: string) {
  if (!isErrorCode(code)) throw new Error(`the database returned an unknown error code: ${code}`)
  return code
}
