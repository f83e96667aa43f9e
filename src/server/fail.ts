import { type ErrorCode, errors, sentence } from '#shared/contract/errors.ts'
import { waitText } from '#server/wait-text.ts'

/** A failure shown to the user: an error code of the contract with its message. */
export class Failure extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly data: unknown

  constructor(code: ErrorCode, values: Readonly<Record<string, string | number>> = {}, data?: unknown) {
    super(sentence(code, values))
    this.name = 'Failure'
    this.code = code
    this.status = errors[code][0]
    this.data = data
  }
}

/** Throws a failure: `fail('client_missing')`. */
export function fail(code: ErrorCode, values?: Readonly<Record<string, string | number>>, data?: unknown): never {
  throw new Failure(code, values, data)
}

/** A rejection after too many attempts, with the remaining waiting time. `values` fill the other placeholders of the message. */
export function tooMany(
  retryAfterSeconds: number,
  code: ErrorCode = 'too_many_requests',
  values: Readonly<Record<string, string | number>> = {},
): Failure {
  return new Failure(code, { ...values, wait: waitText(retryAfterSeconds) }, { retryAfterSeconds })
}

/** The `retry-after` header of a failure that has a waiting time. */
export function retryAfter({ data }: { data?: unknown }): string | undefined {
  const seconds: unknown =
    typeof data === 'object' && data !== null && 'retryAfterSeconds' in data ? data.retryAfterSeconds : undefined
  return typeof seconds === 'number' ? String(seconds) : undefined
}

/** True if a text is an error code of the contract. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errors, code)
}
