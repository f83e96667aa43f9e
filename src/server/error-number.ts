import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'

/**
 * Logs an unexpected error under a new number and returns the number, which the user can report.
 * @param fields ids and codes only, never clinical text
 */
export function logUnderNumber(
  log: Pick<Logger, 'error'>,
  error: unknown,
  message: string,
  fields: Readonly<Record<string, string>> = {},
): string {
  const id = randomUUID().slice(0, 8)
  log.error({ err: error, id, ...fields }, message)
  return id
}
