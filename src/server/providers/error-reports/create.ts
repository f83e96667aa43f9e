import { createNoErrorReports } from './none.ts'
import type { ErrorReports } from './port.ts'
import { createSentryReports } from './sentry.ts'

/** Where this installation reports errors to: a Sentry project by its DSN, or nowhere. */
export function createErrorReports(dsn: string | undefined): ErrorReports {
  return dsn === undefined ? createNoErrorReports() : createSentryReports({ dsn })
}
