import { fail, isErrorCode } from '#server/fail.ts'

/** Ends the use case when a function of the database answered the code of a failure instead of null. */
export function refused(code: string | null, values: Readonly<Record<string, string>> = {}): void {
  if (code === null) return
  if (!isErrorCode(code)) throw new Error(`the database answered an unknown failure: ${code}`)
  fail(code, values)
}
