import type { LoggerOptions } from 'pino'
import * as z from 'zod'
import type { ErrorReports } from './port.ts'

/** pino's number for `error`. */
const errorLevel = 50

const Logged = z.object({
  err: z.unknown().optional(),
  id: z
    .string()
    .regex(/^[\da-f]{8}$/)
    .optional()
    .catch(undefined),
})

/**
 * Reports everything that is logged as an error, also without a thrown error, with the logged message, which is a
 * constant of the code and contains no personal data. Of the logged fields only `err` and `id` are used.
 */
export function reportedHooks(reports: ErrorReports): NonNullable<LoggerOptions['hooks']> {
  return {
    logMethod(given, log, level) {
      const [first, second] = given
      const what: unknown = typeof first === 'string' ? first : second
      const { data } = Logged.safeParse(first)
      if (level >= errorLevel && typeof what === 'string') reports.report(data?.err, what, data?.id)
      log.apply(this, given)
    },
  }
}
