import { errors } from '#shared/contract/errors.ts'
import type { ReturnedFailure } from '#server/db/returned-failure.ts'
import { fail, isErrorCode, tooMany } from '#server/fail.ts'

/** Throws the failure whose code a database function returned. Does nothing for null. */
export function throwIfFailure(code: string | null, values: Readonly<Record<string, string>> = {}): void {
  if (code === null) return
  fail(known(code), values)
}

/** Throws the failure of a change that a database function refused. */
export function throwReturnedFailure(failure: ReturnedFailure): void {
  if (failure) fail(known(failure.code), failure.values)
}

/** Like `throwIfFailure`, but the message of a limit contains the seconds to wait. */
export async function throwIfLimited(code: string | null, wait: () => Promise<number>): Promise<void> {
  if (code !== null && errors[known(code)][1].includes('{wait}')) throw tooMany(await wait(), known(code))
  throwIfFailure(code)
}

function known(code: string) {
  if (!isErrorCode(code)) throw new Error(`the database returned an unknown error code: ${code}`)
  return code
}
