/**
 * Turns an error report of pg-boss into an error. pg-boss reports errors of its workers as plain objects, whose content
 * the log leaves out.
 */
export function queueError(reported: unknown): unknown {
  if (reported instanceof Error) return reported
  const { message, code, stack }: { message?: unknown; code?: unknown; stack?: unknown } = Object(reported)
  if (typeof message !== 'string') return reported
  const error = new Error(message)
  if (typeof stack === 'string') error.stack = stack
  return typeof code === 'string' ? Object.assign(error, { code }) : error
}
