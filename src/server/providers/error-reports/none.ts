import type { ErrorReports } from './port.ts'

/** Reports nothing. */
export function createNoErrorReports(): ErrorReports {
  return { isOn: false, report: () => {}, timed: () => {}, close: () => Promise.resolve() }
}
