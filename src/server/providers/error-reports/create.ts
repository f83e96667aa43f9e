import { createNoErrorReports } from './none.ts'
import type { ErrorReports } from './port.ts'
import { createSentryReports } from './sentry.ts'

/** Reports to a Sentry project by its DSN, or nowhere without one. */
export function createErrorReports(dsn: string | undefined): ErrorReports {
  return dsn === undefined ? createNoErrorReports() : createSentryReports({ dsn })
}
