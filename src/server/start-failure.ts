/** Why Attend cannot start, in one sentence that says what to do. It is printed without a stack trace. */
export class StartFailure extends Error {
  override name = 'StartFailure'
}

/** What to print when a start fails. Errors of the operating system are explained where we know what helps. */
export function describeStartFailure(error: unknown): string {
  if (error instanceof StartFailure) return error.message
  if (!(error instanceof Error)) return `Attend could not start: ${String(error)}`
  return `Attend could not start: ${[...messages(error)].join(' ')}`
}

function* messages(error: Error): Generator<string> {
  yield /[.!?]$/.test(error.message) ? error.message : `${error.message}.`
  if (error.cause instanceof Error) yield* messages(error.cause)
}

/** The system's name for what went wrong, e.g. `EADDRINUSE`, or PostgreSQL's five characters. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
