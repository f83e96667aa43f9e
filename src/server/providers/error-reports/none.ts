import type { ErrorReports } from './port.ts'

/** Tells nobody. */
export function createNoErrorReports(): ErrorReports {
  return { isOn: false, report: () => {}, timed: () => {}, close: () => Promise.resolve() }
}
