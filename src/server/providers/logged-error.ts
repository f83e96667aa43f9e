import { type SerializedError, stdSerializers } from 'pino'

/** What PostgreSQL and Node say about a failure by name and number only. */
const named = ['code', 'severity', 'schema', 'table', 'column', 'constraint', 'routine', 'status', 'errno', 'syscall']

/**
 * An error as it is logged: what failed and where in our files. Libraries hang the rejected answer, row or request on
 * their errors, and those carry clinical text; what is not named here stays out.
 */
export function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error }
  const all: SerializedError = stdSerializers.err(error)
  const kept: Record<string, unknown> = { type: all.type, message: all.message, stack: all.stack }
  for (const name of named) {
    const value: unknown = all[name]
    if (typeof value === 'string' || typeof value === 'number') kept[name] = value
  }
  return kept
}
