/** A failed start, as one sentence with the remedy. Printed without a stack trace. */
export class StartFailure extends Error {
  override name = 'StartFailure'
}

/** The text printed after a failed start. */
export function describeStartFailure(error: unknown): string {
  return error instanceof StartFailure ? error.message : `Attend could not start: ${describeFailure(error)}`
}

/** The error and its causes in sentences, without a stack trace. */
export function describeFailure(error: unknown): string {
  return error instanceof Error ? [...messages(error)].join(' ') : String(error)
}

function* messages(error: Error): Generator<string> {
  yield /[.!?]$/.test(error.message) ? error.message : `${error.message}.`
  if (error.cause instanceof Error) yield* messages(error.cause)
}

/** The error code, e.g. `EADDRINUSE`, or PostgreSQL's SQLSTATE; empty if there is none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
