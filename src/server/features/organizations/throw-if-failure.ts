import { fail, isErrorCode } from '#server/fail.ts'

/** Throws the failure whose code a database function returned. Does nothing for null. */
export function throwIfFailure(code: string | null, values: Readonly<Record<string, string>> = {}): void {
  if (code === null) return
  if (!isErrorCode(code)) throw new Error(`the database returned an unknown error code: ${code}`)
  fail(code, values)
}
